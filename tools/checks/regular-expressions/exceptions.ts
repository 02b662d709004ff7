const ofOneNumber = 'the digits of one number, 309 at most'
const ofAnOperator = 'what an operator or developer typed for a process of their own'
const ofACall =
  'put together from paths and names of the contract; what varies stands between marks that it cannot take'

/**
 * Expressions that may take longer, by file and text, and those built at run time, by their text, with the reason why
 * they are harmless.
 */
export const exceptions: ReadonlyMap<string, string> = new Map([
  ['packages/runtime/src/coerce.ts /0+$/', ofOneNumber],
  ['packages/runtime/src/formats/decimal.ts /0+$/', ofOneNumber],
  ['packages/runtime/src/formats/decimal.ts /9*$/', ofOneNumber],
  [String.raw`packages/runtime/src/formats/decimal.ts /\B(?=(?:\d{3})+$)/g`, ofOneNumber],
  [String.raw`packages/runtime/src/formats/general.ts /\.?0+$/`, ofOneNumber],
  ["new RegExp(`^\\\\p{${spelling}}$`, 'u')", 'tried on one character at a time'],
  [
    String.raw`packages/runtime/src/functions/text/xml/document.ts /([\p{L}_:][\p{L}\p{N}_:.-]*)\s*=\s*("[^"]*"|'[^']*')/gu`,
    'tried on what is known to be attributes and nothing else',
  ],
  ['new RegExp(`^\\\\d{${oneTimeCode.digits}}$`)', 'a fixed number of digits'],
  [String.raw`packages/server/src/platform/files/open-file-store.ts /^\/+|\/+$/g`, ofAnOperator],
  [String.raw`packages/cli/src/bench.ts /^(-?[\d.eE+-]+?)\.\.(-?[\d.eE+-]+)$/`, ofAnOperator],
  ['new RegExp(`"${field}"\\\\s*:\\\\s*\\\\[`)', ofACall],
  [
    "new RegExp(`\\\\}\\\\s*,\\\\s*\\\\{\\\\s*${escaped(name)}`, 'g')",
    'a brace and a comma part the runs of white space',
  ],
  ["new RegExp(`^${parts.join('[^/]+')}/?$`, 'i')", ofACall],
])
