import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes THIRD-PARTY-NOTICES.md: every package that ships or runs, with its licence and the text it asks to carry. */
type Lock = {
  packages: Record<string, { dev?: boolean; optional?: boolean; version?: string; license?: string }>;
};
type Manifest = { name: string; version: string; license?: string; homepage?: string };

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const isPackageFolder = (folder: string) => {
  try {
    return readdirSync(folder).includes('package.json');
  } catch {
    return false;
  }
};

/** Used by a generator only, but what it holds is in a file that ships. */
const SHIPPED_DATA = ['node_modules/@zxcvbn-ts/language-common'];

const sections = Object.entries(lock.packages)
  .filter(
    ([folder, { dev, optional }]) =>
      folder !== '' && (!dev || SHIPPED_DATA.includes(folder)) && !optional && isPackageFolder(folder),
  )
  .map(([folder]) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|$)/i.test(name));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return {
      title: `${manifest.name} ${manifest.version}`,
      license: manifest.license ?? 'see its text',
      text,
    };
  })
  .sort((a, b) => a.title.localeCompare(b.title));

const DATA = `## Data

- Places: GeoNames (geonames.org), CC BY 4.0.
- Coastlines and borders: Natural Earth (naturalearthdata.com), public domain, by way of world-atlas (ISC).
- Common passwords: zxcvbn-ts (github.com/zxcvbn-ts/zxcvbn), MIT; its text is below.
- Map tiles, when a map is used: © OpenStreetMap contributors (openstreetmap.org/copyright), ODbL.
`;

const body = sections
  .map(
    ({ title, license, text }) =>
      `## ${title}\n\nLicence: ${license}\n${text ? `\n\`\`\`\n${text}\n\`\`\`\n` : ''}`,
  )
  .join('\n');
writeFileSync(
  'THIRD-PARTY-NOTICES.md',
  `# Third-party notices\n\nMade by \`npm run notices\` from what is installed.\n\n${DATA}\n${body}`,
);
console.info(`${sections.length} packages`);
