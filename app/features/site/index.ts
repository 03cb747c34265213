export { ProductGlance } from './public-pages/components/product-glance';
export { shellTexts } from './texts';
export { mediaCardOf, MediaCards } from './shell/components/media-cards';
export {
  announcementText,
  localText,
  MAX_ANNOUNCEMENT,
  momentOf,
  readAnnouncement,
  type AnnouncementProblems,
} from './maintenance/typed-announcement';
