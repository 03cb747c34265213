export { ProductGlance } from './public-pages/components/product-glance';
export { announcementText } from './maintenance/maintenance';
export { shellTexts } from './texts';
export { mediaCardOf } from './shell/media-cards';
export { MediaCards } from './shell/components/media-cards';
export {
  MAX_ANNOUNCEMENT,
  readAnnouncement,
  type AnnouncementProblems,
} from './maintenance/typed-announcement';
export { localText, momentOf } from './maintenance/zoned-time';
