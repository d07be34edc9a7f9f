/**
 * The region that this deployment knows without any network. To serve another one, change this file, the
 * sample and `npm run region`; both generated files are committed, so a plain checkout runs.
 */
export const COUNTRIES: readonly string[] = ['IE', 'GB', 'IM', 'JE', 'GG'];

/** Degrees: [west, south, east, north]. Everything drawn under the tiles is cut to it. */
export const BOX: readonly [number, number, number, number] = [-11.5, 49, 3, 61];

export const POPULATION_MIN = 1000;

/** Entries that are wrong in GeoNames: a field in County Cork is no town of 10,000 called Derry. */
export const EXCLUDED_TOWNS: readonly { country: string; name: string }[] = [
  { country: 'IE', name: 'Derry' },
];

/** GeoNames' cut knows one name of a place; where it is the Irish one, people mostly type the English. */
export const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  Luimneach: 'Limerick',
  Gaillimh: 'Galway',
  'Loch Garman': 'Wexford',
  'Droichead Nua': 'Newbridge',
  'Cluain Meala': 'Clonmel',
  'An Muileann gCearr': 'Mullingar',
  'Trá Mhór': 'Tramore',
  'An Ros': 'Rush',
  'Cill Airne': 'Killarney',
  'Ráth Luirc': 'Charleville',
  Leifear: 'Lifford',
};

/** Other names under which towns are looked for. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  Dublin: 'Baile Átha Cliath',
  Cork: 'Corcaigh',
  Waterford: 'Port Láirge',
  Kilkenny: 'Cill Chainnigh',
  Drogheda: 'Droichead Átha',
  Dundalk: 'Dún Dealgan',
  'Dún Laoghaire': 'Dunleary',
  Tallaght: 'Tamhlacht',
  Swords: 'Sord',
  Howth: 'Binn Éadair',
  Derry: 'Londonderry',
  Bagenalstown: 'Muine Bheag',
  Cardiff: 'Caerdydd',
  Swansea: 'Abertawe',
  'Kingston upon Hull': 'Hull',
};

/** Called cities although fewer than 100,000 people live there. */
export const SMALL_CITIES: readonly string[] = [
  'Limerick',
  'Galway',
  'Waterford',
  'Kilkenny',
  'Derry',
  'Armagh',
  'Lisburn',
  'Newry',
  'Bangor',
];

/** How official names of counties and councils are said in an address. */
export const COUNTY_NAMES: Readonly<Record<string, string>> = {
  'Uíbh Fhailí': 'Offaly',
  'An Longfort': 'Longford',
  'An Cabhán': 'Cavan',
  'Fingal County': 'Dublin',
  'Dún Laoghaire-Rathdown': 'Dublin',
  'South Dublin': 'Dublin',
  'Dublin City': 'Dublin',
  'Sir Powys': 'Powys',
  'Limerick City and County Council': 'Limerick',
  'Bournemouth, Christchurch and Poole Council': 'Bournemouth, Christchurch and Poole',
};

/** Whole areas whose places are parts of one city. */
export const CITY_OF_AREA: Readonly<Record<string, string>> = {
  'Dublin City': 'Dublin',
  'Greater London': 'London',
};
