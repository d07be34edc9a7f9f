import classes from './Illustration.module.css';

export type IllustrationName = 'deliveries' | 'address' | 'card' | 'search' | 'lost';

type Drawing = {
  /** The radii of the oval in the background. */
  oval?: [rx: number, ry: number];
  outline?: string;
  /** Outlines that are filled with the surface colour. */
  solid?: string;
  /** The dotted line in the accent colour. */
  dots?: string;
  line?: string;
};

const DRAWINGS: Record<IllustrationName, Drawing> = {
  address: {
    outline: 'M111 128v-22h18v22',
    solid: 'M84 128V88l36-30 36 30v40',
    dots: 'M46 112C60 70 84 40 118 34',
    line: 'M34 121a6 6 0 1 0 12 0 6 6 0 1 0-12 0Z',
  },
  card: {
    outline: 'm65 68 100-11',
    solid:
      'M72.5 53.6 151.7 45.3a10 10 0 0 1 11 8.9l4.8 45.8a10 10 0 0 1-8.9 11L79.1 119.3a10 10 0 0 1-11-8.9L63.6 64.6a10 10 0 0 1 8.9-11Z',
    dots: 'M86 92c22-14 42-14 64-8',
    line: 'M75 96a5 5 0 1 0 10 0 5 5 0 1 0-10 0Z',
  },
  deliveries: {
    outline: 'M112 100h16',
    solid: 'M92 128V84h56v44M92 84 78 96M148 84l14 12M92 84l12-12h54l-10 12',
    dots: 'M44 114C66 44 150 14 196 106',
    line: 'M34 121a6 6 0 1 0 12 0 6 6 0 1 0-12 0ZM194 112h7a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3Z',
  },
  search: {
    outline: 'm138 88 18 18',
    solid: 'M52 128V92l18-16 18 16v36M152 128V98l18-16 18 16v30M86 66a30 30 0 1 0 60 0 30 30 0 1 0-60 0Z',
    dots: 'M96 74c10-16 30-16 40 0',
  },
  lost: {
    oval: [96, 46],
    solid: 'M30 128v-26l14-12 14 12v26M178 128V66m0 4h-34l-8 9 8 9h34m0-12h26l7 7-7 7h-26',
    dots: 'M178 19c10-2 20 0 28 8',
    line: 'M39 113a5 5 0 1 0 10 0 5 5 0 1 0-10 0ZM50 110C70 84 96 74 104 50c6-20-18-28-24-12-6 18 26 34 48 14C142 38 150 26 168 22',
  },
};

/** Decorative line drawings. They are inline SVG, so that their colours follow the theme. */
export function Illustration({ name }: { name: IllustrationName }) {
  const { oval = [92, 44], outline, solid, dots, line } = DRAWINGS[name];
  return (
    <svg className={classes.illustration} viewBox="0 0 240 150" aria-hidden="true">
      <ellipse className={classes.oval} cx="120" cy="92" rx={oval[0]} ry={oval[1]} />
      <path className={classes.outline} d="M20 128h200" />
      {solid !== undefined && <path className={classes.solid} d={solid} />}
      {outline !== undefined && <path className={classes.outline} d={outline} />}
      {line !== undefined && <path className={classes.line} d={line} />}
      {dots !== undefined && <path className={classes.dots} d={dots} />}
    </svg>
  );
}
