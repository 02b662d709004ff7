import { type ExcelError, errors } from '@sheetwright/runtime/values.ts'
import { child, childrenOf, flag, whole, type XmlElement } from '../xml.ts'

/** Resolves the numbers `cm` and `vm` on cells. */
export interface CellMetadata {
  /** Is the array formula with this cell metadata dynamic? */
  isDynamic(cm: number | undefined): boolean
  /** Newer errors are stored as `#VALUE!`; their value metadata names the error. */
  errorOf(vm: number | undefined): ExcelError | undefined
}

/** Indexed by the error number in files: the result of ERROR.TYPE minus one. */
const errorByType: readonly ExcelError[] = [
  errors.null,
  errors.div0,
  errors.value,
  errors.ref,
  errors.name,
  errors.num,
  errors.na,
  errors.gettingData,
  errors.spill,
  errors.connect,
  errors.blocked,
  errors.unknown,
  errors.field,
  errors.calc,
  errors.busy,
]

export const noMetadata: CellMetadata = { isDynamic: () => false, errorOf: () => undefined }

/** Reads the metadata part and, for errors, the rich value parts it refers to. */
export function readMetadata(
  metadata: XmlElement,
  richValues: XmlElement | undefined,
  richStructures: XmlElement | undefined,
): CellMetadata {
  const typeNames = childrenOf(child(metadata, 'metadataTypes'), 'metadataType').map((type) => type.attributes.name)
  const future = new Map(
    childrenOf(metadata, 'futureMetadata').map((list) => [list.attributes.name, childrenOf(list, 'bk')] as const),
  )
  const dynamic = dynamicBlocks(future.get('XLDAPR') ?? [])
  const valueErrors = richErrors(future.get('XLRICHVALUE') ?? [], richValues, richStructures)
  const cellBlocks = records(child(metadata, 'cellMetadata'), typeNames)
  const valueBlocks = records(child(metadata, 'valueMetadata'), typeNames)
  return {
    isDynamic(cm) {
      const block = cm === undefined ? undefined : cellBlocks[cm - 1]
      return block?.type === 'XLDAPR' && dynamic[block.index] === true
    },
    errorOf(vm) {
      const block = vm === undefined ? undefined : valueBlocks[vm - 1]
      return block?.type === 'XLRICHVALUE' ? valueErrors[block.index] : undefined
    },
  }
}

/** The blocks of cell or value metadata: each gives a type and an index into that type's list. */
function records(list: XmlElement | undefined, typeNames: readonly (string | undefined)[]) {
  return childrenOf(list, 'bk').map((block) => {
    const record = child(block, 'rc')?.attributes
    return { type: typeNames[(whole(record?.t) ?? 0) - 1], index: whole(record?.v) ?? -1 }
  })
}

function dynamicBlocks(blocks: readonly XmlElement[]): boolean[] {
  return blocks.map((block) => flag(extension(block, 'dynamicArrayProperties')?.attributes.fDynamic))
}

function richErrors(
  blocks: readonly XmlElement[],
  richValues: XmlElement | undefined,
  richStructures: XmlElement | undefined,
): (ExcelError | undefined)[] {
  const structures = childrenOf(richStructures, 's').map((structure) => ({
    isError: structure.attributes.t === '_error',
    typeKey: childrenOf(structure, 'k').findIndex((key) => key.attributes.n === 'errorType'),
  }))
  const values = childrenOf(richValues, 'rv')
  return blocks.map((block) => {
    const value = values[whole(extension(block, 'rvb')?.attributes.i) ?? -1]
    const structure = structures[whole(value?.attributes.s) ?? -1]
    if (!structure?.isError) return undefined
    const type = whole(childrenOf(value, 'v')[structure.typeKey]?.text)
    return type === undefined ? undefined : errorByType[type]
  })
}

function extension(block: XmlElement, name: string): XmlElement | undefined {
  return childrenOf(child(block, 'extLst'), 'ext')
    .map((ext) => child(ext, name))
    .find((found) => found !== undefined)
}
