export { ProductGlance } from './public-pages/components/product-glance';
export { announcementText } from './maintenance/maintenance';
export { shellMessages } from './texts';
export { mediaCardOf } from './shell/media-cards';
export { MediaCards } from './shell/components/media-cards';
export {
  ANNOUNCEMENT_MOST,
  readAnnouncement,
  type AnnouncementProblems,
} from './maintenance/typed-announcement';
export { localText, momentOf } from './maintenance/zoned-time';
