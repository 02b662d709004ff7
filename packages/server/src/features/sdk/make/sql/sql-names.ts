/** Words that are reserved in one of the databases or in JavaScript. */
const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric at await between both by case cast check class collate column ' +
    'concurrently connection const constraint continue create cross cube current current_date current_time ' +
    'current_timestamp current_user database debugger default deferrable define delete desc distinct do drop else end ' +
    'enum escape eval except exclude exists export extends extract false fetch finally following for foreign freeze from ' +
    'full function grant group grouping groups gscluster hash having if ignore ilike implements import in increment ' +
    'initially inner insert instanceof interface intersect interval into is isnull issue join lateral leading left let ' +
    'like limit localtime localtimestamp lookup merge minus natural new no not notnull null nulls of offset on only or ' +
    'order organization outer over overlaps package partition placing preceding primary private proto protected public ' +
    'qualify range recursive references regexp respect return returning returns revoke right rlike rollup row rows ' +
    'sample schema select session_user set similar some start static struct super switch symmetric table tablesample ' +
    'then this throw to trailing treat trigger true try try_cast typeof unbounded union unique unnest update user using ' +
    'values var variadic verbose view void when whenever where while window with within yield as_of seed arguments ' +
    'sheetwright_status sheetwright_errors'
  ).split(' '),
)

const longest = 50

/** Creates unique names that every database accepts without quotes. */
export function sqlNamer(): (name: string, otherwise: string) => string {
  const taken = new Set<string>()
  return (name, otherwise) => {
    const plain = plainName(name) ?? otherwise
    let given = reserved.has(plain) ? `${plain}_` : plain
    for (let i = 2; taken.has(given); i++) given = `${plain}_${i}`
    taken.add(given)
    return given
  }
}

/** Lower-case ASCII letters, digits and underscores; undefined if the name uses other letters. */
function plainName(name: string): string | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  // A name that would lose characters says less than its number.
  if (/[^\p{ASCII}]/u.test(words)) return undefined
  const plain = (words.match(/[a-z0-9]+/g) ?? []).join('_').slice(0, longest)
  if (plain === '') return undefined
  return /^[a-z]/.test(plain) ? plain : `n_${plain}`
}
