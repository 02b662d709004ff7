import type { EngineInterface, Port, PortPlace } from '@sheetwright/runtime/engine/ports.ts'

/** A named range that is shown or copied as a whole. */
export interface RangePort {
  readonly name: string
  readonly place: PortPlace
  readonly description: string | undefined
}

/** A reference table: published by a master workbook, or the place it is copied to in an engine. */
export interface ReferencePort extends RangePort {
  readonly headings: readonly string[]
}

/** The interface a workbook declares through its defined names. */
export interface WorkbookInterface extends EngineInterface {
  readonly metadata: readonly Port[]
  readonly reports: readonly RangePort[]
  readonly images: readonly RangePort[]
  readonly references: readonly ReferencePort[]
  /** Custom properties of the file and the sheet `Properties`; the sheet wins. */
  readonly properties: ReadonlyMap<string, string | number | boolean>
}
