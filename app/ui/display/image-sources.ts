/** The attributes of an image of the gallery, or of a link's, at half a text column: `url` serves it in several sizes. */
export function imageSources(url: string) {
  return {
    src: `${url}?size=640`,
    srcSet: `${url}?size=640 640w, ${url}?size=1280 1280w`,
    sizes: '28rem',
  };
}
