/**
 * Returns an expression for the centre of an element, once the element is scrolled into view, has stopped moving, and
 * is not covered. A driver that measures first and clicks later would miss a moving element.
 */
export function stablePointExpression(expression: string): string {
  const wait = async (find: () => HTMLElement | null) => {
    const deadline = Date.now() + 10_000;
    let before = '';
    for (;;) {
      const element = find();
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
      const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      const hit = document.elementFromPoint(point.x, point.y);
      const now = JSON.stringify(point);
      if (element?.isConnected && element.contains(hit) && now === before) return point;
      if (Date.now() > deadline)
        throw new Error(`It does not come to rest at ${now}, under ${hit?.outerHTML}`);
      before = now;
    }
  };
  return `(${wait.toString()})(() => ${expression})`;
}
