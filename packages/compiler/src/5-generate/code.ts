/**
 * A piece of JavaScript. It is made only from text in this compiler's own source, from numbers, and from texts that
 * become quoted literals: nothing from a workbook can become code.
 */
export class Code {
  readonly text: string
  private constructor(text: string) {
    this.text = text
  }

  /** The only way to make code: a template whose holes take code, numbers, booleans and texts (as literals). */
  static from(parts: TemplateStringsArray, holes: readonly Hole[]): Code {
    let text = parts[0] ?? ''
    holes.forEach((hole, i) => {
      text += written(hole) + (parts[i + 1] ?? '')
    })
    return new Code(text)
  }

  /** An identifier of letters, digits and underscores, whatever the given words contain. */
  static name(...words: readonly (string | number)[]): Code {
    const text = words.map((word) => String(word).replace(/[^A-Za-z0-9]+/g, '_')).join('_')
    return new Code(/^[A-Za-z]/.test(text) ? text : `_${text}`)
  }

  /** `let x = 1` as an assignment to a variable declared elsewhere. */
  withoutLet(): Code {
    return new Code(this.text.replace(/^let /, ''))
  }
}

type Hole = Code | number | boolean | string | readonly Code[]

export function js(parts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  return Code.from(parts, holes)
}

function written(hole: Hole): string {
  if (hole instanceof Code) return hole.text
  if (typeof hole === 'number') return numberLiteral(hole)
  if (typeof hole === 'boolean') return String(hole)
  if (typeof hole === 'string') return textLiteral(hole)
  return hole.map(({ text }) => text).join(', ')
}

function numberLiteral(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (value === Number.POSITIVE_INFINITY) return 'Infinity'
  if (value === Number.NEGATIVE_INFINITY) return '(-Infinity)'
  return value < 0 || Object.is(value, -0) ? `(${Object.is(value, -0) ? '-0' : value})` : String(value)
}

/** A text in double quotes with every character escaped that could end a literal, a line or a script element. */
function textLiteral(value: string): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029\u007f-\u009f\ud800-\udfff\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
