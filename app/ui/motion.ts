const DURATION_MS = 180;
const EASING = 'cubic-bezier(0.2, 0, 0, 1)';

/**
 * Shows that what was at `from` is at `to` now: a card with the text moves there and fades. It's drawn above the page,
 * out of its layout, for the eyes only. Does nothing for people who want less motion, or when there's nothing to see.
 */
export function showMove(from: DOMRect | undefined, to: DOMRect | undefined, text: string): void {
  if (!from || !to || !isInView(from) || !isInView(to) || wantsLessMotion()) return;
  const card = document.createElement('div');
  card.className = 'moving-card';
  card.setAttribute('aria-hidden', 'true');
  // Drawn by the style sheet: as text of the page it would be found twice.
  card.dataset.text = text;
  document.body.append(card);
  const animation = card.animate([placeOf(from), { ...placeOf(to), opacity: 0.2 }], {
    duration: DURATION_MS,
    easing: EASING,
  });
  animation.onfinish = () => card.remove();
  animation.oncancel = () => card.remove();
}

function isInView({ width, left, right, top, bottom }: DOMRect): boolean {
  return width > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
}

function placeOf({ x, y, width, height }: DOMRect): Keyframe {
  return { transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` };
}

/** True if the system asks for less motion, or the person does in the settings (app/ui/theme.ts). */
export function wantsLessMotion(): boolean {
  return (
    document.documentElement.dataset.motion === 'reduce' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
