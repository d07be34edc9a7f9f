/**
 * The region of the embedded gazetteer and base map. To serve another region, change this file and the sample, and run
 * `npm run region`. Both generated files are committed, so a fresh checkout runs without this step.
 */
export const COUNTRIES: readonly string[] = ['IE', 'GB', 'IM', 'JE', 'GG'];

/** [west, south, east, north] in degrees. The base map is clipped to it. */
export const BOX: readonly [number, number, number, number] = [-11.5, 49, 3, 61];

export const POPULATION_MIN = 1000;

/** Wrong entries in GeoNames, for example a field in County Cork that is listed as a town of 10,000 named Derry. */
export const EXCLUDED_TOWNS: readonly { country: string; name: string }[] = [
  { country: 'IE', name: 'Derry' },
];

/** This extract of GeoNames has one name per place. Where it is the Irish name, people mostly type the English one. */
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

/** Alternative names of towns. */
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

/** Towns that count as cities although they have fewer than 100,000 inhabitants. */
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

/** The form in which official names of counties and councils appear in an address. */
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

/** Administrative areas whose places are parts of one city. */
export const CITY_OF_AREA: Readonly<Record<string, string>> = {
  'Dublin City': 'Dublin',
  'Greater London': 'London',
};
