/** Limits of reading. A file past any limit is refused with a diagnostic that names the limit. */
export interface ReadLimits {
  readonly fileBytes: number
  /** Files inside the zip, or streams inside the compound file. */
  readonly entries: number
  /** Sum over all entries, unpacked. */
  readonly unpackedBytes: number
  /** Unpacked bytes for each packed byte, for entries of more than `ratioFreeBytes`. */
  readonly ratio: number
  readonly ratioFreeBytes: number
  readonly sheets: number
  /** Over all sheets, cells with only a style included. */
  readonly cells: number
  readonly names: number
  readonly styles: number
  readonly strings: number
  readonly tables: number
  /** Merged ranges, validations, rows with properties …, for each sheet. */
  readonly sheetItems: number
  /** Characters of one text in the file. */
  readonly textLength: number
  /** Nesting of XML elements. */
  readonly xmlDepth: number
  /** Elements of an XML part that is held in memory as a tree. */
  readonly xmlElements: number
}

export const defaultLimits: ReadLimits = {
  fileBytes: 200 * 1024 * 1024,
  entries: 20_000,
  unpackedBytes: 1024 * 1024 * 1024,
  ratio: 200,
  ratioFreeBytes: 1024 * 1024,
  sheets: 5_000,
  cells: 8_000_000,
  names: 200_000,
  styles: 200_000,
  strings: 4_000_000,
  tables: 20_000,
  sheetItems: 1_100_000,
  textLength: 4 * 1024 * 1024,
  xmlDepth: 100,
  xmlElements: 4_000_000,
}
