import { foldText } from './fold-text.ts';

const IRISH_COUNTIES =
  'Carlow Cavan Clare Cork Donegal Dublin Galway Kerry Kildare Kilkenny Laois Leitrim Limerick Longford Louth Mayo Meath Monaghan Offaly Roscommon Sligo Tipperary Waterford Westmeath Wexford Wicklow';

/** Other forms that follow "Co." in addresses, most of them in Irish. */
const OTHER_FORMS: Readonly<Record<string, string>> = {
  Cheatharlach: 'Carlow',
  'an Chabháin': 'Cavan',
  'an Chláir': 'Clare',
  Chorcaí: 'Cork',
  'Dhún na nGall': 'Donegal',
  'Bhaile Átha Cliath': 'Dublin',
  'na Gaillimhe': 'Galway',
  Chiarraí: 'Kerry',
  'Chill Dara': 'Kildare',
  'Chill Chainnigh': 'Kilkenny',
  Laoise: 'Laois',
  Liatroma: 'Leitrim',
  Luimnigh: 'Limerick',
  'an Longfoirt': 'Longford',
  Lú: 'Louth',
  'Mhaigh Eo': 'Mayo',
  'na Mí': 'Meath',
  Mhuineacháin: 'Monaghan',
  'Uíbh Fhailí': 'Offaly',
  'Ros Comáin': 'Roscommon',
  Shligigh: 'Sligo',
  'Thiobraid Árann': 'Tipperary',
  Tipp: 'Tipperary',
  'Phort Láirge': 'Waterford',
  'na hIarmhí': 'Westmeath',
  'Loch Garman': 'Wexford',
  'Chill Mhantáin': 'Wicklow',
};

/** Counties of addresses in the United Kingdom, which are larger than the districts that the gazetteer names. */
const DISTRICTS: Readonly<Record<string, string>> = {
  Antrim:
    'Antrim and Newtownabbey|Mid and East Antrim|Causeway Coast and Glens|Lisburn and Castlereagh|Belfast',
  Armagh: 'Armagh City Banbridge and Craigavon|Newry Mourne and Down',
  Down: 'Ards and North Down|Newry Mourne and Down|Armagh City Banbridge and Craigavon|Lisburn and Castlereagh|Belfast',
  Fermanagh: 'Fermanagh and Omagh',
  Derry: 'Derry City and Strabane|Causeway Coast and Glens|Mid Ulster',
  Londonderry: 'Derry City and Strabane|Causeway Coast and Glens|Mid Ulster',
  Tyrone: 'Fermanagh and Omagh|Mid Ulster|Derry City and Strabane',
  Bedfordshire: 'Bedford|Central Bedfordshire|Luton',
  Berkshire: 'West Berkshire|Reading|Wokingham|Bracknell Forest|Windsor and Maidenhead|Slough',
  Buckinghamshire: 'Buckinghamshire|Milton Keynes',
  Cambridgeshire: 'Cambridgeshire|Peterborough',
  Cheshire: 'Cheshire East|Cheshire West and Chester|Halton|Warrington',
  Cleveland: 'Middlesbrough|Redcar and Cleveland|Stockton-on-Tees|Hartlepool',
  Clwyd: 'Flintshire|Denbighshire|Conwy|Wrexham',
  Derbyshire: 'Derbyshire|Derby',
  Devon: 'Devon|Plymouth|Torbay',
  Dorset: 'Dorset|Bournemouth, Christchurch and Poole',
  Durham: 'Durham|Darlington|Hartlepool|Stockton-on-Tees',
  Dyfed: 'Carmarthenshire|Ceredigion|Pembrokeshire',
  'East Sussex': 'East Sussex|Brighton and Hove',
  'East Yorkshire': 'East Riding of Yorkshire|Kingston upon Hull',
  Essex: 'Essex|Southend-on-Sea|Thurrock',
  Gloucestershire: 'Gloucestershire|South Gloucestershire',
  'Greater Manchester': 'Manchester|Salford|Bolton|Bury|Oldham|Rochdale|Stockport|Tameside|Trafford|Wigan',
  Gwent: 'Newport|Monmouthshire|Torfaen|Caerphilly|Blaenau Gwent',
  Hampshire: 'Hampshire|Southampton|Portsmouth',
  Kent: 'Kent|Medway',
  Lanarkshire: 'North Lanarkshire|South Lanarkshire|Glasgow',
  Lancashire: 'Lancashire|Blackburn with Darwen|Blackpool',
  Leicestershire: 'Leicestershire|Leicester',
  Lincolnshire: 'Lincolnshire|North Lincolnshire|North East Lincolnshire',
  Merseyside: 'Liverpool|Wirral|Sefton|Knowsley|St. Helens',
  'Mid Glamorgan': 'Rhondda Cynon Taf|Merthyr Tydfil|Bridgend|Caerphilly',
  Middlesex: 'Greater London|Surrey',
  'North Yorkshire': 'North Yorkshire|York|Middlesbrough|Redcar and Cleveland|Stockton-on-Tees',
  Northamptonshire: 'North Northamptonshire|West Northamptonshire',
  Nottinghamshire: 'Nottinghamshire|Nottingham',
  Shropshire: 'Shropshire|Telford and Wrekin',
  Somerset: 'Somerset|North Somerset|Bath and North East Somerset',
  'South Glamorgan': 'Cardiff|Vale of Glamorgan',
  'South Yorkshire': 'Sheffield|Doncaster|Rotherham|Barnsley',
  Staffordshire: 'Staffordshire|Stoke-on-Trent',
  'Tyne and Wear': 'Newcastle upon Tyne|Gateshead|North Tyneside|South Tyneside|Sunderland',
  'West Glamorgan': 'Swansea|Neath Port Talbot',
  'West Midlands': 'Birmingham|Coventry|Dudley|Sandwell|Solihull|Walsall|Wolverhampton',
  'West Yorkshire': 'Leeds|Bradford|Wakefield|Calderdale|Kirklees',
  Wiltshire: 'Wiltshire|Swindon',
  Yorkshire:
    'North Yorkshire|York|East Riding of Yorkshire|Kingston upon Hull|Leeds|Bradford|Wakefield|Calderdale|Kirklees|Sheffield|Doncaster|Rotherham|Barnsley',
};

const irish = Object.fromEntries(IRISH_COUNTIES.split(' ').map((county) => [county, county]));
/** The areas of the gazetteer that each county comprises; all names are folded. */
export const COUNTY_AREAS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({ ...irish, ...OTHER_FORMS, ...DISTRICTS }).map(([county, names]) => [
    foldText(county),
    new Set(names.split('|').map(foldText)),
  ]),
);
