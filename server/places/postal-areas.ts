/** The post town of each Eircode routing key, outside the postal districts of Dublin. */
const POST_TOWNS = `
A41 Balbriggan|A42 Balbriggan|A45 Balbriggan|A63 Greystones|A67 Wicklow|A75 Castleblayney|A81 Carrickmacross|A82 Kells
A83 Enfield|A84 Ashbourne|A85 Dunshaughlin|A86 Dunboyne|A91 Dundalk|A92 Drogheda|A94 Monkstown|A96 Dún Laoghaire
A98 Bray|C15 Navan|E21 Cahir|E25 Cashel|E32 Carrick-on-Suir|E34 Tipperary|E41 Thurles|E45 Nenagh|E53 Roscrea|E91 Clonmel
F12 Claremorris|F23 Castlebar|F26 Ballina|F28 Westport|F31 Ballinrobe|F35 Ballyhaunis|F42 Roscommon|F45 Castlerea
F52 Boyle|F56 Ballymote|F91 Sligo|F92 Letterkenny|F93 Lifford|F94 Donegal|H12 Cavan|H14 Belturbet|H16 Cootehill
H18 Monaghan|H23 Clones|H53 Ballinasloe|H54 Tuam|H62 Loughrea|H65 Athenry|H71 Clifden|H91 Galway|K32 Balbriggan
K34 Skerries|K36 Malahide|K45 Lusk|K56 Rush|K67 Swords|K78 Lucan|N37 Athlone|N39 Longford|N41 Carrick-on-Shannon
N91 Mullingar|P12 Macroom|P14 Macroom|P17 Kinsale|P24 Cobh|P25 Midleton|P31 Cork|P32 Macroom|P36 Youghal|P43 Carrigaline
P47 Dunmanway|P51 Mallow|P56 Charleville|P61 Fermoy|P67 Mitchelstown|P72 Bandon|P75 Bantry|P81 Skibbereen
P85 Clonakilty|R14 Athy|R21 Bagenalstown|R32 Portlaoise|R35 Tullamore|R42 Birr|R45 Edenderry|R51 Kildare|R56 Kildare
R93 Carlow|R95 Kilkenny|T12 Cork|T23 Cork|T34 Cork|T45 Cork|T56 Watergrasshill|V14 Shannon|V15 Kilrush
V23 Cahersiveen|V31 Listowel|V35 Kilmallock|V42 Newcastle West|V92 Tralee|V93 Killarney|V94 Limerick|V95 Ennis
W12 Newbridge|W23 Celbridge|W34 Monasterevin|W91 Naas|X35 Dungarvan|X42 Dungarvan|X91 Waterford|Y14 Arklow
Y21 Enniscorthy|Y25 Gorey|Y34 New Ross|Y35 Wexford`;

/** The main town of each British postcode area. */
const AREA_TOWNS = `
AB Aberdeen|AL St Albans|B Birmingham|BA Bath|BB Blackburn|BD Bradford|BH Bournemouth|BL Bolton|BN Brighton|BR Croydon
BS Bristol|BT Belfast|CA Carlisle|CB Cambridge|CF Cardiff|CH Chester|CM Chelmsford|CO Colchester|CR Croydon|CT Canterbury
CV Coventry|CW Crewe|DA Dartford|DD Dundee|DE Derby|DG Dumfries|DH Durham|DL Darlington|DN Doncaster|DT Dorchester
DY Dudley|E London|EC London|EH Edinburgh|EN Enfield Town|EX Exeter|FK Falkirk|FY Blackpool|G Glasgow|GL Gloucester
GU Guildford|GY Saint Peter Port|HA Harrow|HD Huddersfield|HG Harrogate|HP Hemel Hempstead|HR Hereford|HS Stornoway
HU Kingston upon Hull|HX Halifax|IG Ilford|IM Douglas|IP Ipswich|IV Inverness|JE Saint Helier|KA Kilmarnock|KT Kingston upon Thames
KW Wick|KY Kirkcaldy|L Liverpool|LA Lancaster|LD Llandrindod Wells|LE Leicester|LL Llandudno|LN Lincoln|LS Leeds|LU Luton
M Manchester|ME Rochester|MK Milton Keynes|ML Motherwell|N London|NE Newcastle upon Tyne|NG Nottingham|NN Northampton
NP Newport|NR Norwich|NW London|OL Oldham|OX Oxford|PA Paisley|PE Peterborough|PH Perth|PL Plymouth|PO Portsmouth|PR Preston
RG Reading|RH Redhill|RM Romford|S Sheffield|SA Swansea|SE London|SG Stevenage|SK Stockport|SL Slough|SM Sutton|SN Swindon
SO Southampton|SP Salisbury|SR Sunderland|SS Southend-on-Sea|ST Stoke-on-Trent|SW London|SY Shrewsbury|TA Taunton
TD Galashiels|TF Telford|TN Royal Tunbridge Wells|TQ Torquay|TR Truro|TS Middlesbrough|TW Twickenham|UB Southall|W London
WA Warrington|WC London|WD Watford|WF Wakefield|WN Wigan|WR Worcester|WS Walsall|WV Wolverhampton|YO York|ZE Lerwick`;

/** Areas that extend much further than the others, mostly in the Highlands. */
const WIDE_AREAS = new Set('AB BT DG HS IV KA KW LD LL PA PH SA SY TD ZE'.split(' '));

export type PostalArea = {
  country: 'IE' | 'GB';
  town: string;
  radiusKm: number;
  /** A postal district of Dublin, such as `D06`. */
  district?: string;
};

const parse = (list: string) =>
  new Map(
    list
      .trim()
      .split(/[|\n]/)
      .map((entry): [string, string] => {
        const [code = '', ...town] = entry.split(' ');
        return [code.toLowerCase(), town.join(' ')];
      }),
  );
const postTowns = parse(POST_TOWNS);
const areaTowns = parse(AREA_TOWNS);
const allTowns = new Set([...postTowns.values(), ...areaTowns.values()]);

/** Whether postal codes of its own belong to a town with this name. */
export function isPostTown(name: string): boolean {
  return allTowns.has(name);
}

/** The area of an Eircode routing key in lower case, such as `w91`; undefined if there is no such key. */
export function areaOfRoutingKey(key: string): PostalArea | undefined {
  if (/^d(?:6w|0[1-9]|1\d|2[0-4])$/.test(key)) {
    return { country: 'IE', town: 'Dublin', radiusKm: 20, district: key.toUpperCase() };
  }
  const town = postTowns.get(key);
  return town === undefined ? undefined : { country: 'IE', town, radiusKm: /^t[12]/.test(key) ? 20 : 60 };
}

/** The area of a British outward code in lower case, such as `sw1a`; undefined if there is no such area. */
export function areaOfOutwardCode(code: string): PostalArea | undefined {
  const area = code.replace(/\d.*$/, '');
  const town = areaTowns.get(area);
  if (town === undefined) return undefined;
  return { country: 'GB', town, radiusKm: WIDE_AREAS.has(area.toUpperCase()) ? 150 : 60 };
}
