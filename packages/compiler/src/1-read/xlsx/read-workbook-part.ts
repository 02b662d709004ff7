import type { CalculationSettings, DefinedName, Sheet } from '../../model/workbook.ts'
import { allowedIterations } from '../iterations.ts'
import type { ReadLimits } from '../limits.ts'
import { ReadFailure } from '../read-failure.ts'
import { child, childrenOf, flag, numeric, prefixedAttribute, unescapeText, whole, type XmlElement } from '../xml.ts'

const VERSION_EXTENSION = '{D14903EA-33C4-47F7-8F05-3474C54BE107}'

/** The content of the workbook part; sheets and links are still relationship ids. */
export interface WorkbookPart {
  readonly date1904: boolean
  readonly calculation: CalculationSettings
  readonly sheets: readonly { readonly name: string; readonly visibility: Sheet['visibility']; readonly id: string }[]
  readonly names: readonly DefinedName[]
  readonly externalLinkIds: readonly string[]
}

export function readWorkbookPart(root: XmlElement, limits: ReadLimits): WorkbookPart {
  if (root.name !== 'workbook') throw new ReadFailure('NOT_A_WORKBOOK', { found: documentKind(root.name) })
  const sheets = childrenOf(child(root, 'sheets'), 'sheet')
  const names = childrenOf(child(root, 'definedNames'), 'definedName')
  if (sheets.length > limits.sheets) throw new ReadFailure('TOO_MUCH', { what: 'sheets', limit: limits.sheets })
  if (names.length > limits.names) throw new ReadFailure('TOO_MUCH', { what: 'defined names', limit: limits.names })
  return {
    date1904: flag(child(root, 'workbookPr')?.attributes.date1904),
    calculation: { ...readCalculation(child(root, 'calcPr')), compatibilityVersion: compatibilityVersionOf(root) },
    sheets: sheets.map(({ attributes }) => ({
      name: unescapeText(attributes.name ?? ''),
      visibility: attributes.state === 'hidden' || attributes.state === 'veryHidden' ? attributes.state : 'visible',
      id: prefixedAttribute(attributes, 'id') ?? '',
    })),
    names: names.map((element) => readName(element)),
    externalLinkIds: childrenOf(child(root, 'externalReferences'), 'externalReference').map(
      ({ attributes }) => prefixedAttribute(attributes, 'id') ?? '',
    ),
  }
}

function documentKind(rootName: string): string {
  if (rootName === 'document') return 'a Word document'
  return rootName === 'presentation' ? 'a PowerPoint presentation' : 'another kind of Office file'
}

/** Excel writes the version only if it is not 1. */
function compatibilityVersionOf(root: XmlElement): number {
  const extension = childrenOf(child(root, 'extLst'), 'ext').find(
    ({ attributes }) => attributes.uri === VERSION_EXTENSION,
  )
  return whole(child(extension, 'version')?.attributes.setVersion) ?? 1
}

function readCalculation(element: XmlElement | undefined): Omit<CalculationSettings, 'compatibilityVersion'> {
  const attributes = element?.attributes ?? {}
  return {
    mode:
      attributes.calcMode === 'manual' ? 'manual' : attributes.calcMode === 'autoNoTable' ? 'autoExceptTables' : 'auto',
    iterate: flag(attributes.iterate),
    iterateCount: allowedIterations(whole(attributes.iterateCount)),
    iterateDelta: numeric(attributes.iterateDelta) ?? 0.001,
    fullPrecision: flag(attributes.fullPrecision, true),
  }
}

function readName({ attributes, text }: XmlElement): DefinedName {
  return {
    name: unescapeText(attributes.name ?? ''),
    sheet: whole(attributes.localSheetId),
    text: unescapeText(text).replace(/^=/, ''),
    comment:
      attributes.comment === undefined || attributes.comment === '' ? undefined : unescapeText(attributes.comment),
    hidden: flag(attributes.hidden),
    macro: flag(attributes.vbProcedure) ? 'vba' : flag(attributes.xlm) || flag(attributes.function) ? 'xlm' : 'none',
  }
}
