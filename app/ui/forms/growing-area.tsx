import {
  forwardRef,
  type RefObject,
  type TextareaHTMLAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from 'react';

import { useBrowserLayoutEffect } from '../use-browser-layout-effect';

/** A field for several lines that is as high as its text, within the heights that its classes allow. */
export const GrowingArea = forwardRef<
  HTMLTextAreaElement,
  TextareaHTMLAttributes<HTMLTextAreaElement>
>(function GrowingArea({ className = '', ...props }, ref) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current!, []);
  useFit(area, props.value, useNeedsFit());
  return <textarea {...props} ref={area} className={`field-sizing-content ${className}`} />;
});

/** Whether the browser can't do it by the style alone. */
function useNeedsFit(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => !CSS.supports('field-sizing', 'content'),
    () => false,
  );
}

/**
 * Makes a field as high as its text, so that only what is around it scrolls. `value` is the text that it is given;
 * undefined if it keeps its own.
 */
export function useFit(
  area: RefObject<HTMLTextAreaElement>,
  value: TextareaHTMLAttributes<HTMLTextAreaElement>['value'],
  wanted = true,
): void {
  useBrowserLayoutEffect(() => {
    if (wanted && area.current) fit(area.current);
  }, [area, value, wanted]);
  const keepsText = value === undefined;
  useEffect(() => {
    const field = area.current;
    if (!wanted || !field) return;
    let { clientWidth } = field;
    const observer = new ResizeObserver(() => {
      if (field.clientWidth === clientWidth) return;
      clientWidth = field.clientWidth;
      fit(field);
    });
    observer.observe(field);
    const onInput = () => {
      if (keepsText) fit(field);
    };
    field.addEventListener('input', onInput);
    return () => {
      observer.disconnect();
      field.removeEventListener('input', onInput);
    };
  }, [area, wanted, keepsText]);
}

function fit(field: HTMLTextAreaElement): void {
  // Growing from nothing would let the page, or the panel that has it, jump up.
  const scroller = scrollerOf(field);
  const { scrollTop } = scroller;
  field.style.height = 'auto';
  const borders = field.offsetHeight - field.clientHeight;
  field.style.height = `${field.scrollHeight + borders}px`;
  scroller.scrollTop = scrollTop;
}

function scrollerOf({ parentElement }: HTMLElement): Element {
  if (!parentElement) return document.scrollingElement ?? document.documentElement;
  return getComputedStyle(parentElement).overflowY === 'auto'
    ? parentElement
    : scrollerOf(parentElement);
}
