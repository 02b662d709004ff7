import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { LocalizedText } from '@sheetwright/contract/calculators/localized-text.ts'

/** Longer descriptions are explanations, shorter ones are labels. */
const longestLabel = 48

interface PortWords {
  readonly label: LocalizedText
  readonly help?: LocalizedText
  readonly unit?: LocalizedText
}

/**
 * The label of a port on a page. The cell to the left of an input usually holds its name, which becomes the
 * description; a unit in brackets after it is shown as the unit. Without a description, the port's name is split into
 * words.
 */
export function wordsOf(
  port: Pick<EnginePort, 'name' | 'description' | 'type' | 'numberFormat' | 'validation' | 'defined'>,
): PortWords {
  const { labelEn = '', labelJa = '', unit: definedUnit = '' } = port.defined ?? {}
  const isNamed = labelEn !== '' || labelJa !== ''
  const description = port.description.trim().replace(/[:：]$/, '')
  const isLabel =
    !isNamed && description !== '' && description.length <= longestLabel && !/[.。!?！？]$/.test(description)
  const { words, unit: named } = withoutUnit(isLabel ? description : spacedName(port.name))
  const help = [isLabel ? '' : description, port.validation?.inputMessage ?? ''].filter((part) => part !== '').join(' ')
  const unit = definedUnit || (named ?? unitOfFormat(port))
  return {
    label: isNamed
      ? { ...(labelEn === '' ? {} : { en: labelEn }), ...(labelJa === '' ? {} : { ja: labelJa }) }
      : inItsLanguage(words),
    ...(help === '' ? {} : { help: inItsLanguage(help) }),
    ...(unit === undefined ? {} : { unit: inItsLanguage(unit) }),
  }
}

/** The characters of a workbook text show its language. */
export function inItsLanguage(text: string): LocalizedText {
  return /[\u3040-\u30ff\u3400-\u9fff]/.test(text) ? { ja: text } : { en: text }
}

/** `SumAssured`, `sum_assured` and `sum-assured` become "Sum assured". */
export function spacedName(name: string): string {
  const words = name
    .replace(/[_\-.]+/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim()
    .split(/\s+/)
    .map((word, index) => (index === 0 || /^\p{Lu}{2}/u.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '）': '（' }
const longestUnit = 12

/** "Term (years)" is a label and a unit. */
function withoutUnit(text: string): { words: string; unit?: string } {
  const opening = brackets[text.at(-1) ?? '']
  const at = opening === undefined ? -1 : text.lastIndexOf(opening)
  const unit = text.slice(at + 1, -1).trim()
  return at < 1 || unit === '' || unit.length > longestUnit
    ? { words: text }
    : { words: text.slice(0, at).trim(), unit }
}

const moments: ReadonlySet<EnginePort['type']> = new Set(['date', 'time', 'datetime'])

/** The currency or percent sign of a number format; the words of a date, as in yyyy"年"m"月", are none. */
function unitOfFormat({ type, numberFormat = '' }: Pick<EnginePort, 'type' | 'numberFormat'>): string | undefined {
  if (moments.has(type)) return undefined
  const [positive = ''] = numberFormat.split(';')
  if (positive.includes('%')) return '%'
  const at = positive.indexOf('[$')
  // A sign with a locale is written as [$¥-411].
  const marked = at < 0 ? undefined : positive.slice(at + 2, positive.indexOf(']', at)).split('-')[0]
  const sign = marked || /"([^"]{1,4})"/.exec(positive)?.[1] || /[$€£¥￥]/.exec(positive)?.[0]
  return sign?.trim() || undefined
}
