import classes from './Illustration.module.css';
import illustrations from './illustrations.json';

export type IllustrationName = keyof typeof illustrations;

type Drawing = {
  /** The radii of the oval in the background. */
  oval?: number[];
  outline?: string;
  /** Outlines that are filled with the surface colour. */
  solid?: string;
  /** The dotted line in the accent colour. */
  dots?: string;
  line?: string;
};

const DRAWINGS: Record<IllustrationName, Drawing> = illustrations;

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
