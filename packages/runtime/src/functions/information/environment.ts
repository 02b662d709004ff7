import { classifyFormat, type FormatClass } from '../../formats/classify.ts'
import { parseFormat, type Piece } from '../../formats/parse.ts'
import { type Area, errors, isUncomputable, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { columnLetters, quoteSheetName } from '../lookup/address.ts'

/** The date formats that CELL has codes for, as stored in files. */
const DATE_CODES: Readonly<Record<string, string>> = {
  'd-mmm-yy': 'D1',
  'dd-mmm-yy': 'D1',
  'd-mmm': 'D2',
  'dd-mmm': 'D2',
  'mmm-yy': 'D3',
  'm/d/yy': 'D4',
  'm/d/yyyy': 'D4',
  'mm/dd/yy': 'D4',
  'm/d/yy h:mm': 'D4',
  'm/d/yyyy h:mm': 'D4',
  'mm-dd': 'D5',
  'mm/dd': 'D5',
  'h:mm:ss am/pm': 'D6',
  'h:mm am/pm': 'D7',
  'h:mm:ss': 'D8',
  'h:mm': 'D9',
}

/**
 * A number format as CELL("format") names it: a letter for its kind, the number of decimals, marks for colour and
 * parentheses.
 */
function formatCode(code: string): string {
  const format = parseFormat(code)
  const section = format?.sections[0]
  if (!section) return 'G'
  const date =
    DATE_CODES[
      code
        .toLowerCase()
        .replace(/\[[^[\]]*\]|\\/g, '')
        .replace(/;@$/, '')
    ]
  if (date) return date
  const places = decimalPlaces(section.pieces)
  const marks = `${hasNegativeColor(code) ? '-' : ''}${hasParentheses(code) ? '()' : ''}`
  const kind = classifyFormat(code)
  if (kind === 'integer' || kind === 'number') return `${hasThousands(section.pieces) ? ',' : 'F'}${places}${marks}`
  const letter = KIND_LETTERS[kind]
  return letter === undefined ? `G${marks}` : `${letter}${places}${marks}`
}

const KIND_LETTERS: Readonly<Partial<Record<FormatClass, string>>> = { percent: 'P', scientific: 'S', currency: 'C' }

function decimalPlaces(pieces: readonly Piece[]): number {
  const point = pieces.findIndex((piece) => piece.kind === 'point')
  if (point < 0) return 0
  let count = 0
  for (const piece of pieces.slice(point + 1)) {
    if (piece.kind === 'exponent') break
    if (piece.kind === 'digit') count++
  }
  return count
}

function hasThousands(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece.kind === 'comma')
}

function hasNegativeColor(code: string): boolean {
  return /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/i.test(code.split(';')[1] ?? '')
}

function hasParentheses(code: string): boolean {
  return /(?<![_\\])\(/.test(code.split(';')[0] ?? '')
}

/** `path[book]sheet`; the caller provides the first two, or nothing. */
function filename(workbook: CallContext['workbook'], sheet: number): Scalar {
  const book = workbook.fact('filename')
  return typeof book === 'string' ? book + (workbook.sheetNames[sheet] ?? '') : book
}

function addressOf(context: CallContext, area: Area): string {
  const local = `$${columnLetters(area.left + 1)}$${area.top + 1}`
  if (area.sheet === context.cell.sheet) return local
  return `${quoteSheetName(context.workbook.sheetNames[area.sheet] ?? '')}!${local}`
}

/** The marks of Lotus 1-2-3 for the alignment of texts. */
const PREFIXES: Readonly<Record<string, string>> = { left: "'", right: '"', center: '^', fill: '\\' }

function kindOf(value: Scalar): Scalar {
  if (isUncomputable(value)) return value
  if (value === null) return 'b'
  return typeof value === 'string' ? 'l' : 'v'
}

/** The words for what CELL tells, in languages in which Excel knows them besides the English ones. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    adresse: 'address',
    breite: 'width',
    dateiname: 'filename',
    farbe: 'color',
    inhalt: 'contents',
    klammern: 'parentheses',
    präfix: 'prefix',
    schutz: 'protect',
    spalte: 'col',
    typ: 'type',
    zeile: 'row',
  },
  fr: {
    adresse: 'address',
    contenu: 'contents',
    couleur: 'color',
    largeur: 'width',
    ligne: 'row',
    nomfichier: 'filename',
    parenthèses: 'parentheses',
    préfixe: 'prefix',
    protege: 'protect',
  },
}

function inEnglish(info: string, locale: string): string {
  const word = info.toLowerCase()
  return WORDS[locale.slice(0, 2)]?.[word] ?? word
}

function cellInfo(context: CallContext, info: string, area: Area, content: () => Scalar): Value {
  const { workbook } = context
  const look = () => workbook.look(area.sheet, area.top, area.left)
  const format = () => look().numberFormat
  switch (inEnglish(info, context.locale)) {
    case 'address':
      return addressOf(context, area)
    case 'col':
      return area.left + 1
    case 'row':
      return area.top + 1
    case 'contents':
      return content()
    case 'type':
      return kindOf(content())
    case 'format':
      return formatCode(format())
    case 'color':
      return hasNegativeColor(format()) ? 1 : 0
    case 'parentheses':
      return hasParentheses(format()) ? 1 : 0
    case 'filename':
      return filename(workbook, area.sheet)
    case 'width':
      return Math.round(workbook.columnWidth(area.sheet, area.left))
    case 'protect':
      return look().locked ? 1 : 0
    case 'prefix': {
      const text = content()
      return typeof text === 'string' ? (PREFIXES[look().horizontal ?? ''] ?? '') : ''
    }
    default:
      return errors.value
  }
}

export const environmentFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'CELL',
    params: [
      { name: 'info_type', kind: 'text' },
      { name: 'reference', kind: 'reference', optional: true },
    ],
    volatile: true,
    body: (context, info, reference) => {
      if (!reference) {
        const { sheet, row, col } = context.cell
        const own = context.workbook.reference([{ sheet, top: row, left: col, bottom: row, right: col }])
        return cellInfo(context, info, { sheet, top: row, left: col, bottom: row, right: col }, () =>
          own.grid(0).at(0, 0),
        )
      }
      const area = reference.areas[0]
      return area ? cellInfo(context, info, area, () => reference.grid(0).at(0, 0)) : errors.ref
    },
  }),
  define({
    name: 'INFO',
    params: [{ name: 'type_text', kind: 'text' }],
    volatile: true,
    body: (context, type) => {
      switch (type.toLowerCase()) {
        case 'directory':
        case 'osversion':
        case 'release':
        case 'system':
        case 'recalc':
        case 'numfile':
          return context.workbook.fact(type.toLowerCase() as 'directory')
        case 'origin':
          return '$A:$A$1'
        // These once reported memory; Excel now gives #N/A.
        case 'memavail':
        case 'memused':
        case 'totmem':
          return errors.na
        default:
          return errors.value
      }
    },
  }),
]
