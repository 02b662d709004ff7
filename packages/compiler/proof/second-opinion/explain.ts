/** Why LibreOffice differs from Excel, by the formula; the first that fits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:BESSEL|CONVERT\(1|ERF\(|FISHER|GAMMALN|F\.DIST|SIN\(PI|MOD\(|PERCENTRANK|AGGREGATE\(1[01])/,
    'Excel computes less exactly, cuts off instead of rounding, or has other constants',
  ],
  [/^(?:DATEVALUE|TIMEVALUE|VALUE|NUMBERVALUE)\(|"\d{4}[/-]\d/, 'other notations of numbers, dates and times are read'],
  [/^(?:ROW|COLUMN)\(\)$/, 'the formula stands in another cell'],
  [/\b(?:TEXT|FIXED|DOLLAR)\(/, 'other rules for format codes and rounding of what is shown'],
  [
    /^(?:DATE|YEAR|MONTH|DAY|DAYS|HOUR|MINUTE|TIME|WEEKDAY|WEEKNUM|ISOWEEKNUM|EDATE|EOMONTH|YEARFRAC|WORKDAY|NETWORKDAYS)\b/,
    "Excel's calendar has a 29 February 1900, nothing before it and nothing after 9999",
  ],
  [/^(?:ADDRESS)\(/, 'addresses are written in the notation of LibreOffice'],
  [/^(?:IRR|XIRR|RATE)\(/, 'the iteration ends at another place'],
  [/\b(?:LINEST|LOGEST|TREND|GROWTH)\(/, 'dependent columns: Excel leaves them out'],
  [/^FORECAST\.ETS/, 'another smoothing'],
  [/\b(?:COUNTIF|MATCH|VLOOKUP|SEARCH|LOOKUP|SWITCH)\(/, 'texts, numbers and wildcards are compared by other rules'],
  [
    /^(?:CHAR|CODE|UNICHAR|UPPER|ASC|LENB|ENCODEURL|REPT|CONCAT|FILTERXML)\b/,
    'another character set, case table or length limit',
  ],
  [/^INT\(/, 'a number is rounded to its 15 digits before it is cut off'],
  [/^"[\d.E]+"-/, 'numbers in texts are read with 15 digits'],
  [/^T\.DIST/, 'LibreOffice loses digits with many degrees of freedom'],
  [/\bOFFSET\(/, 'a negative height or width is refused'],
  [
    /^(?:ACCRINT|CUM|IPMT|PPMT|PRICE|DURATION|MDURATION|ODD|DB\(|DDB|VDB|SYD|MIRR|NPV|XNPV|AMORDEGRC|AMORLINC|COUPDAYSNC|YIELDMAT|TBILL|EFFECT|PMT|NPER|FVSCHEDULE)/,
    "Excel's own rules outside the ordinary domain",
  ],
]
const hasBoolean = /\b(?:TRUE|FALSE)\b/
const readsRange = /[A-Z]+\d+(?::|\))|[A-Z]:[A-Z]/

export interface Difference {
  readonly kind: 'error' | 'value'
  readonly formula: string
  readonly expected: string
  readonly given: string
}

/** The reason of a difference; empty if there is none that we know. */
export function explain({ kind, formula, expected, given }: Difference): string {
  if (kind === 'error') return 'LibreOffice has errors of its own and saves them as #VALUE! or another code'
  for (const [pattern, reason] of reasons) if (pattern.test(formula)) return reason
  if (hasBoolean.test(formula) || hasBoolean.test(expected)) return 'booleans are numbers in LibreOffice'
  if (expected.startsWith('#') !== given.startsWith('#')) return 'other arguments are refused'
  if (readsRange.test(formula)) return 'booleans and empty texts in cells are numbers and blanks in LibreOffice'
  return ''
}
