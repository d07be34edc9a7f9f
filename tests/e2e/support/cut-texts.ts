import type { Page } from '@playwright/test';

/** Sets the size of text that a user chooses in the settings of the browser; 16 px is the size at the start. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
}

/** Spaces all text as far apart as a user may choose (WCAG 1.4.12), without a tag that the content security policy stops. */
export async function setTextSpacing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-block-end: 2em !important; }
    `);
    document.adoptedStyleSheets.push(spacing);
  });
}

/**
 * The texts that their container cuts, that leave it, that break inside a short word, or that lie on another text,
 * fields that cut a short value, or cut a placeholder or a long value without an ellipsis, and a page that is wider than
 * the screen.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  // Components that depend on the width render again before the next but one frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(findCutTexts);
}

/** Runs in the page. */
function findCutTexts(): string[] {
  const MAX_WORD = 12;
  /** Text boxes are as high as the font and reach over each other's line. */
  const TOLERANCE = 2;
  type Shown = { text: Text; words: string; boxes: DOMRect[]; layer: Element };
  const scope = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body;

  const isScreenReaderOnly = (element: Element) => {
    const { clipPath, overflow } = getComputedStyle(element);
    return overflow === 'hidden' && clipPath !== 'none';
  };
  /** A fixed bar and a popup lie above the page on purpose. */
  const layerOf = (element: Element) => {
    let layer = element;
    while (layer !== scope && layer.parentElement) {
      const { position, zIndex } = getComputedStyle(layer);
      if (position === 'fixed' || position === 'sticky' || (position === 'absolute' && zIndex !== 'auto'))
        break;
      layer = layer.parentElement;
    }
    return layer;
  };
  const boxesOf = (text: Text, start: number, end: number) => {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };

  const shown: Shown[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!(text instanceof Text) || !element || text.data.trim() === '') continue;
    // The pictures of the map and of the preview place their texts themselves.
    if (element.closest('svg, canvas, .leaflet-container, option, [data-alert]')) continue;
    if (
      isScreenReaderOnly(element) ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    // A text with an ellipsis reaches to the edge of its element at most.
    const edge = getComputedStyle(element).textOverflow === 'ellipsis' && element.getBoundingClientRect();
    const boxes = boxesOf(text, 0, text.length).map(({ x, y, width, height }) =>
      edge ? new DOMRect(x, y, Math.min(width, edge.right - x), height) : new DOMRect(x, y, width, height),
    );
    if (boxes.length > 0)
      shown.push({ text, words: text.data.trim().slice(0, 60), boxes, layer: layerOf(element) });
  }

  const faults: string[] = [];
  const tooWide = document.documentElement.scrollWidth - innerWidth;
  if (tooWide > 0) faults.push(`wider than the screen: by ${tooWide} px`);
  for (const field of scope.querySelectorAll<HTMLInputElement>('input:not([type=radio], [type=checkbox])')) {
    const isCut = field.value.length <= MAX_WORD && field.scrollWidth > field.clientWidth;
    if (isCut || getComputedStyle(field).textOverflow !== 'ellipsis')
      faults.push(`cut: ${field.value || field.placeholder}`);
  }
  for (const { text, words, boxes } of shown) {
    for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
      if (word.length > MAX_WORD || word.includes('-')) continue;
      const lines = new Set(boxesOf(text, index, index + word.length).map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push(`broken: ${word} in ${words}`);
    }
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    let scrolls = false;
    for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') scrolls = true;
      const clip = box.getBoundingClientRect();
      const isControl = box.matches('button, a, label, [role=tab]');
      const isCutAcross =
        !scrolls &&
        (isControl || /hidden|clip/.test(overflowX)) &&
        (left < clip.left - TOLERANCE || right > clip.right + TOLERANCE);
      const isCutDown =
        (isControl || /hidden|clip/.test(overflowY)) &&
        (top < clip.top - 2 * TOLERANCE || bottom > clip.bottom + 2 * TOLERANCE);
      if (/auto|scroll/.test(overflowY)) break;
      if (isCutAcross || isCutDown) {
        faults.push(`cut: ${words} in ${box.tagName} ${box.className}`);
        break;
      }
    }
    if (!scrolls && (left < -TOLERANCE || right > innerWidth + TOLERANCE)) faults.push(`outside: ${words}`);
  }
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      if (one.layer !== other.layer) continue;
      const isOnOther = one.boxes.some((a) =>
        other.boxes.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3,
        ),
      );
      if (isOnOther) faults.push(`on each other: ${one.words} and ${other.words}`);
    }
  }
  return [...new Set(faults)];
}
