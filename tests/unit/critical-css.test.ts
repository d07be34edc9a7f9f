import { describe, expect, test } from 'vitest';
import { criticalCss } from '../../scripts/build/critical-css.ts';

const CSS = `
  @layer base, library;
  @layer library { :root { --library-ink: var(--ink); } .button { color: var(--library-ink); } }
  :root { --ink: #111; --card: #eee; }
  @media (prefers-color-scheme: dark) { :root { --ink: #fff; } .card { border: 0; } }
  @supports (color: oklch(0 0 0)) { :root { --ink: oklch(0 0 0); } }
  @keyframes spin { to { rotate: 1turn; } }
  :root { color-scheme: light dark; }
  .card { background: var(--card); }
  .card:hover { color: red; }
  .other { animation: spin 1s; }
`;
const compact = (css: string) => css.replace(/\s+/g, '');

describe('the critical CSS of a page', () => {
  test('contains the rules and the variables that its markup uses, and no interaction states', () => {
    const css = compact(criticalCss(CSS, '<p class="card">Parcel</p>'));
    expect(css).toContain('.card{background:var(--card);}');
    expect(css).toContain('--card:#eee;');
    expect(css).not.toMatch(/button|other|hover|spin|library-ink/);
  });

  test('contains the rules of attributes that the markup has, or that a script sets on the root element', () => {
    const rules = `
      .card[data-size="large"] { padding: 1px; }
      .card:where([data-open]) { padding: 2px; }
      .card[aria-busy='true'] { padding: 3px; }
      html[data-session] .card { padding: 4px; }
      :where([data-mantine-color-scheme='dark']) .card { padding: 5px; }
    `;
    const paddings = (markup: string) => criticalCss(rules, markup).match(/\d(?=px)/g);
    expect(paddings('<p class="card">Parcel</p>')).toEqual(['4']);
    expect(
      paddings('<p class="card" data-size="large" data-open="true" aria-busy="true">Parcel</p>'),
    ).toEqual([...'1234']);
    expect(paddings('<p class="card" data-size="small">Parcel</p>')).toEqual(['4']);
  });

  test('contains a rule with :is(), :where() or :has() if one of the arguments exists', () => {
    const rules = `
      :is(.card, .other) { padding: 1px; }
      :is(.more, .other) { padding: 2px; }
      html:has(.card [aria-disabled=true]:not(.other)) { padding: 3px; }
      body:has(.card :is(button, a)) .card { padding: 4px; }
      .card:where(:not(.card, [hidden])) { padding: 5px; }
    `;
    const paddings = (markup: string) => criticalCss(rules, markup).match(/\d(?=px)/g);
    expect(paddings('<p class="card">Parcel</p>')).toEqual(['1', '5']);
    expect(paddings('<p class="card"><a aria-disabled="true">Parcel</a></p>')).toEqual(['1', '3', '4', '5']);
  });

  test('contains no rules of hidden elements, of print, of page transitions and of absent attributes', () => {
    const rules = `
      .popup { padding: 1px; }
      input[type=number], input[readOnly] { padding: 2px; }
      input[type=search] { padding: 3px; }
      @media print { .card { padding: 4px; } }
      @media print, (width > 1px) { .card { padding: 5px; } }
      @page label { margin: 6px; }
      ::view-transition-group(*) { padding: 7px; }
    `;
    const markup = '<div class="card"><input type="search"/><div class="popup" hidden=""></div></div>';
    expect(criticalCss(rules, markup).match(/\d(?=px;)/g)).toEqual(['3', '5']);
  });

  test('contains the disabled look of elements that are disabled, and nothing that only an interaction needs', () => {
    const rules = `
      .next:where(:disabled, [data-disabled]) { padding: 1px; }
      .next:disabled { padding: 2px; cursor: not-allowed; transition: color 1s; }
      .card:disabled { padding: 3px; }
      body:has(.card > :not(:disabled)) { padding: 4px; }
    `;
    const markup = '<p class="card"><button class="next" data-disabled="true" disabled=""></button></p>';
    const css = criticalCss(rules, markup);
    expect(css.match(/\d(?=px)/g)).toEqual(['1', '2']);
    expect(css).not.toMatch(/cursor|transition/);
    expect(criticalCss(rules, markup.replace(' disabled=""', '')).trim()).toBe('');
  });

  test('contains the animation that a used rule names', () => {
    expect(compact(criticalCss(CSS, '<p class="other">Parcel</p>'))).toContain('@keyframesspin');
  });
});
