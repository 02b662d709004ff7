/** The parts of a cell's style that types and display need. Colours are `#RRGGBB`. */
export interface CellStyle {
  /** Number format code in en-US notation: `General`, `0.00%`, `yyyy\-mm\-dd` … */
  readonly numberFormat: string
  readonly font: Font
  /** Background, undefined for none. */
  readonly fill: string | undefined
  readonly borders: Borders
  readonly alignment: Alignment
  /** Shown as text whatever it looks like (entered with a leading apostrophe). */
  readonly quotePrefix: boolean
  readonly locked: boolean
}

export interface Font {
  readonly name: string | undefined
  /** In points. */
  readonly size: number | undefined
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly color: string | undefined
}

export interface Borders {
  readonly left: Border | undefined
  readonly right: Border | undefined
  readonly top: Border | undefined
  readonly bottom: Border | undefined
}

export interface Border {
  readonly style: string
  readonly color: string | undefined
}

export interface Alignment {
  readonly horizontal: string | undefined
  readonly vertical: string | undefined
  readonly wrap: boolean
  readonly indent: number
  /** Degrees counter-clockwise; 255 is stacked text. */
  readonly rotation: number
}

/** The style of cells in a file without styles. */
export const plainStyle: CellStyle = {
  numberFormat: 'General',
  font: {
    name: undefined,
    size: undefined,
    bold: false,
    italic: false,
    underline: false,
    strike: false,
    color: undefined,
  },
  fill: undefined,
  borders: { left: undefined, right: undefined, top: undefined, bottom: undefined },
  alignment: { horizontal: undefined, vertical: undefined, wrap: false, indent: 0, rotation: 0 },
  quotePrefix: false,
  locked: true,
}
