// The script of the sandboxed frame, which has no origin, cookies, or network. The page itself never runs Mermaid.
import mermaid from 'mermaid';

import type { DrawRequest, FrameMessage } from './diagram-messages';

const LOOK = {
  dark: {
    darkMode: true,
    background: '#091015',
    primaryColor: '#1c2a31',
    primaryTextColor: '#efede6',
    primaryBorderColor: '#c9a24a',
    secondaryColor: '#2a2c22',
    tertiaryColor: '#141e24',
    lineColor: '#a3b1b6',
    textColor: '#efede6',
    noteBkgColor: '#2a2c22',
    noteTextColor: '#efede6',
    noteBorderColor: '#c9a24a',
    edgeLabelBackground: '#091015',
  },
  light: {
    darkMode: false,
    background: '#f2f1ed',
    primaryColor: '#ffffff',
    primaryTextColor: '#17252b',
    primaryBorderColor: '#9a7420',
    secondaryColor: '#f6ecd2',
    tertiaryColor: '#faf9f5',
    lineColor: '#4f5f64',
    textColor: '#17252b',
    noteBkgColor: '#f6ecd2',
    noteTextColor: '#17252b',
    noteBorderColor: '#9a7420',
    edgeLabelBackground: '#f2f1ed',
  },
};

const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

function tell(message: FrameMessage): void {
  // The frame can't know its parent's origin, and the message contains nothing worth hiding.
  parent.postMessage(message, '*');
}

async function draw({ source, theme }: DrawRequest): Promise<void> {
  document.documentElement.style.colorScheme = theme;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    themeVariables: { ...LOOK[theme], fontFamily: FONT, fontSize: '15px' },
    fontFamily: FONT,
    htmlLabels: false,
    maxTextSize: 20_000,
    maxEdges: 500,
    // Settings that a diagram's text must not change.
    secure: [
      ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'htmlLabels'],
      ...['suppressErrorRendering', 'theme', 'themeCSS', 'themeVariables', 'fontFamily'],
      ...['dompurifyConfig', 'legacyMathML', 'forceLegacyMathML'],
    ],
  });
  const { svg } = await mermaid.render('diagram', source);
  document.body.innerHTML = svg;
  // Links are removed from a drawing, because their targets were not checked.
  for (const link of document.body.querySelectorAll('a')) {
    link.removeAttribute('href');
    link.removeAttribute('xlink:href');
  }
  const report = () =>
    tell({ state: 'drawn', height: document.body.getBoundingClientRect().height });
  report();
  addEventListener('resize', report);
}

addEventListener('message', ({ data, source }: MessageEvent<DrawRequest>) => {
  if (source !== parent) return;
  draw(data).catch(() => {
    document.body.textContent = '';
    tell({ state: 'failed' });
  });
});
tell({ state: 'ready' });
