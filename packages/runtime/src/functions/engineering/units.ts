import { realPower } from '../../numeric/real-power.ts'

/** Units of CONVERT: their quantity, their size in its base unit, and whether they take a decimal prefix. */

type Quantity =
  | 'mass'
  | 'distance'
  | 'time'
  | 'pressure'
  | 'force'
  | 'energy'
  | 'power'
  | 'magnetism'
  | 'temperature'
  | 'volume'
  | 'area'
  | 'information'
  | 'speed'

interface Unit {
  readonly quantity: Quantity
  readonly size: number
  /**
   * Added to a value in the unit before scaling; only temperature scales that do not start at absolute zero have one.
   */
  readonly offset: number
  /** Power to which a prefix is raised (2 for areas of metres); 0 if no prefix is allowed. */
  readonly prefixPower: 0 | 1 | 2 | 3
  readonly binaryPrefix: boolean
}

type Names = string

/** Blanks separate several spellings of a unit. A star marks units that take prefixes. */
const sizes: Readonly<Record<Exclude<Quantity, 'area' | 'volume' | 'temperature'>, Readonly<Record<Names, number>>>> = {
  mass: {
    '*g': 1,
    sg: 14593.902937206365,
    lbm: 453.59237,
    '*u': 1.660538782e-24,
    ozm: 28.349523125,
    grain: 0.06479891,
    'cwt shweight': 45359.237,
    'uk_cwt lcwt hweight': 50802.34544,
    stone: 6350.29318,
    ton: 907184.74,
    'uk_ton LTON brton': 1016046.9088,
  },
  distance: {
    '*m': 1,
    mi: 1609.344,
    Nmi: 1852,
    in: 0.0254,
    ft: 0.3048,
    yd: 0.9144,
    '*ang': 1e-10,
    ell: 1.143,
    '*ly': 9460730472580800,
    '*parsec *pc': 3.0856775812815532e16,
    'Picapt Pica': 0.0254 / 72,
    pica: 0.0254 / 6,
    survey_mi: 6336000 / 3937,
  },
  time: { yr: 31557600, 'day d': 86400, hr: 3600, 'mn min': 60, '*sec *s': 1 },
  pressure: { '*Pa *p': 1, '*atm *at': 101325, '*mmHg': 133.322, psi: 6894.757293168362, Torr: 101325 / 760 },
  force: { '*N': 1, '*dyn *dy': 1e-5, lbf: 4.4482216152605, '*pond': 0.00980665 },
  energy: {
    '*J': 1,
    '*e': 1e-7,
    '*c': 4.184,
    '*cal': 4.1868,
    '*eV *ev': 1.602176487e-19,
    'HPh hh': 2684519.537696173,
    '*Wh *wh': 3600,
    flb: 1.3558179483314003,
    'BTU btu': 1055.05585262,
  },
  power: { 'HP h': 745.6998715822702, PS: 735.49875, '*W *w': 1 },
  magnetism: { '*T': 1, '*ga': 1e-4 },
  information: { '*bit': 1, '*byte': 8 },
  speed: { admkn: 1853.184 / 3600, kn: 1852 / 3600, '*m/h *m/hr': 1 / 3600, '*m/s *m/sec': 1, '*mph': 0.44704 },
}

/** Size of a degree in kelvin, and the offset before scaling. */
const degrees: Readonly<Record<Names, readonly [size: number, offset: number]>> = {
  'C cel': [1, 273.15],
  'F fah': [5 / 9, 459.67],
  '*K *kel': [1, 0],
  Rank: [5 / 9, 0],
  Reau: [1.25, 218.52],
}

/** Lengths that are also used squared and cubed, as m2 or m^2. Then only metre and angstrom take prefixes. */
const lengths: Readonly<Record<string, number>> = {
  ang: 1e-10,
  ft: 0.3048,
  in: 0.0254,
  ly: 9460730472580800,
  m: 1,
  mi: 1609.344,
  Nmi: 1852,
  Picapt: 0.0254 / 72,
  Pica: 0.0254 / 72,
  yd: 0.9144,
}

const areas: Readonly<Record<Names, number>> = {
  uk_acre: 4046.8564224,
  us_acre: 4046.8726098742522,
  '*ar': 100,
  ha: 10000,
  Morgen: 2500,
}

const volumes: Readonly<Record<Names, number>> = {
  tsp: 4.92892159375e-6,
  tspm: 5e-6,
  tbs: 1.478676478125e-5,
  oz: 2.95735295625e-5,
  cup: 2.365882365e-4,
  'pt us_pt': 4.73176473e-4,
  '*uk_pt': 5.6826125e-4,
  qt: 9.46352946e-4,
  uk_qt: 1.1365225e-3,
  gal: 3.785411784e-3,
  uk_gal: 4.54609e-3,
  '*l *L *lt': 1e-3,
  barrel: 0.158987294928,
  bushel: 0.03523907016688,
  'GRT regton': 2.8316846592,
  MTON: 1.13267386368,
}

function plainUnits(quantity: Quantity, table: Readonly<Record<Names, number>>): [string, Unit][] {
  return Object.entries(table).flatMap(([names, size]) => spellings(names, { quantity, size, offset: 0 }))
}

function spellings(names: Names, unit: Pick<Unit, 'quantity' | 'size' | 'offset'>): [string, Unit][] {
  return names.split(' ').map((name) => {
    const starred = name.startsWith('*')
    const binaryPrefix = unit.quantity === 'information'
    return [starred ? name.slice(1) : name, { ...unit, prefixPower: starred ? 1 : 0, binaryPrefix }]
  })
}

function powers(quantity: 'area' | 'volume', power: 2 | 3): [string, Unit][] {
  return Object.entries(lengths).flatMap(([name, length]) => {
    const prefixed = name === 'm' || name === 'ang'
    const unit: Unit = {
      quantity,
      size: realPower(length, power),
      offset: 0,
      prefixPower: prefixed ? power : 0,
      binaryPrefix: false,
    }
    return [
      [`${name}${power}`, unit],
      [`${name}^${power}`, unit],
    ]
  })
}

const units: ReadonlyMap<string, Unit> = new Map([
  ...Object.entries(sizes).flatMap(([quantity, table]) => plainUnits(quantity as Quantity, table)),
  ...plainUnits('area', areas),
  ...plainUnits('volume', volumes),
  ...powers('area', 2),
  ...powers('volume', 3),
  ...Object.entries(degrees).flatMap(([names, [size, offset]]) =>
    spellings(names, { quantity: 'temperature', size, offset }),
  ),
])

const decimalPrefixes: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Y: 1e24,
    Z: 1e21,
    E: 1e18,
    P: 1e15,
    T: 1e12,
    G: 1e9,
    M: 1e6,
    k: 1e3,
    h: 1e2,
    da: 1e1,
    e: 1e1,
    d: 1e-1,
    c: 1e-2,
    m: 1e-3,
    u: 1e-6,
    n: 1e-9,
    p: 1e-12,
    f: 1e-15,
    a: 1e-18,
    z: 1e-21,
    y: 1e-24,
  }),
)

const binaryPrefixes: ReadonlyMap<string, number> = new Map(
  ['ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'Zi', 'Yi'].map((prefix, i) => [prefix, 2 ** (10 * (i + 1))]),
)

/** The units a text may name, unprefixed ones first: `pc` is a parsec, and a picocalorie. */
function readings(text: string): Unit[] {
  return [units.get(text), withPrefix(text, 1), withPrefix(text, 2)].filter((unit) => unit !== undefined)
}

/** The first readings of two texts that measure the same quantity. */
export function findUnits(from: string, to: string): { readonly from: Unit; readonly to: Unit } | undefined {
  for (const source of readings(from))
    for (const target of readings(to)) if (source.quantity === target.quantity) return { from: source, to: target }
  return undefined
}

function withPrefix(text: string, length: 1 | 2): Unit | undefined {
  const unit = units.get(text.slice(length))
  if (!unit || unit.prefixPower === 0) return undefined
  const prefix = text.slice(0, length)
  const decimal = decimalPrefixes.get(prefix)
  if (decimal !== undefined) return { ...unit, size: unit.size * realPower(decimal, unit.prefixPower) }
  const binary = unit.binaryPrefix ? binaryPrefixes.get(prefix) : undefined
  return binary === undefined ? undefined : { ...unit, size: unit.size * binary }
}
