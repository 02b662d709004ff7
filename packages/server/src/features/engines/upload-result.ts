import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import type { EngineUploadResult } from '@sheetwright/contract/engines/upload-result.ts'
import type { ComparedReference } from '@sheetwright/contract/master-references/engine-reference.ts'
import type { DateRelation } from '@sheetwright/contract/master-references/date-relation.ts'
import { shownFindings } from '@sheetwright/contract/engines/upload-result.ts'
import type { EngineBuild } from './build/engine-build.ts'
import type { StoredUpload } from './engine-upload.store.ts'
import type { StoredVersion } from './engine-version.store.ts'
import type { RevisionProposal } from './propose-revision.ts'

interface Uploaded {
  readonly upload: StoredUpload
  readonly version: StoredVersion
  readonly build: EngineBuild
  readonly programSize: number
  readonly jobId: string
  readonly proposal: RevisionProposal
  readonly isNewEngine: boolean
  readonly references: readonly ComparedReference[]
  readonly definitionWarnings: readonly { readonly key: string; readonly value: string }[]
  /** Why it was not published although the uploader asked for it. */
  readonly notPublished: { readonly key: string; readonly value: string } | undefined
}

/** The answer to the uploader of a workbook. */
export function uploadResult(uploaded: Uploaded): EngineUploadResult {
  const { upload, version, build, proposal } = uploaded
  const { publicInterface: ports, parity, diagnostics, timings } = build
  const releaseNoteRequired = !uploaded.isNewEngine && version.releaseNote === ''
  return {
    productId: upload.productId,
    engineId: version.engineId,
    versionId: version.id,
    state: version.state,
    bookSummary: {
      author: upload.uploader,
      uploadDate: upload.uploadedAt.toISOString(),
      releaseNotes: version.releaseNote,
      releaseDate: version.publishedAt,
      uploaderEmail: upload.email,
      serviceName: upload.serviceName,
      revision: version.revision,
      fileGuid: upload.id,
      fileName: upload.fileName,
      hash: upload.fileHash,
      fileSize: upload.fileSize,
      programSize: uploaded.programSize,
      readMs: timings.readMs,
      compileMs: timings.compileMs,
      proveMs: timings.proveMs,
      evalMicros: build.evalMicros,
      effectiveStartDate: version.effectiveStartDate,
      effectiveEndDate: version.effectiveEndDate,
    },
    noOfSheets: build.sheets,
    noOfInputs: ports.inputs.length,
    noOfOutputs: ports.outputs.length,
    noOfFormulas: build.formulaCells,
    noOfCellsWithData: build.cellsWithData,
    referenceBlocks: ports.references.map(({ cell }) => cell),
    referenceTables: ports.references.map(({ name }) => name),
    referenceRangeMetadatas: [...uploaded.references],
    validationErrors: diagnostics
      .filter(({ severity }) => severity === 'error')
      .slice(0, shownFindings)
      .map(({ code, message, cell }) => ({
        sourcePath: cell ?? '',
        message,
        additionalDetails: '',
        errorType: code,
      })),
    warnings: warningsOf(uploaded),
    releaseNoteRequired,
    originalFileDocumentId: upload.id,
    engineFileDocumentId: upload.engineFileId,
    jobId: uploaded.jobId,
    proposal,
    interface: ports,
    iteration: build.iteration ?? null,
    parity: { ...parity, differences: parity.differences.slice(0, shownFindings) },
    diagnostics: diagnostics.slice(0, shownFindings),
    blockedBecause: version.blockedBecause,
  }
}

function warningsOf({
  upload,
  version,
  build,
  isNewEngine,
  notPublished,
  references,
  definitionWarnings,
}: Uploaded): EngineUploadResult['warnings'] {
  const { parity, diagnostics } = build
  const different = `${parity.different} of ${parity.compared} cells differ from the values saved in the file`
  const unproven = 'The file holds no saved values to compare with; open it in Excel, calculate and save it'
  return [
    ...(isNewEngine
      ? []
      : [
          {
            key: 'ENGINE_EXISTS_ALREADY',
            value: `There is an engine "${upload.serviceName}" already: this is its version ${version.revision}`,
          },
        ]),
    ...(parity.verdict === 'different' ? [{ key: 'PARITY_DIFFERENT', value: different }] : []),
    ...(parity.verdict === 'not proven' ? [{ key: 'PARITY_NOT_PROVEN', value: unproven }] : []),
    ...(parity.fittingLocale === undefined ? [] : [{ key: 'LOCALE_DIFFERENT', value: localeText(parity) }]),
    ...(version.blockedBecause === null ? [] : [{ key: 'ENGINE_NOT_PROVEN', value: version.blockedBecause }]),
    ...(notPublished === undefined ? [] : [notPublished]),
    ...references.flatMap(warningsOfReference),
    ...definitionWarnings,
    ...diagnostics
      .filter(({ severity }) => severity === 'warning')
      .slice(0, shownFindings)
      .map(({ code, message, cell }) => ({ key: code, value: cell === null ? message : `${cell}: ${message}` })),
  ]
}

function localeText({ locale, fittingLocale }: ParityReport): string {
  return `Fewer cells differ in the regional settings ${fittingLocale} than in ${locale}: if they are meant, give the property "locale" with ${fittingLocale} in the workbook`
}

const relationTexts: Readonly<Record<Exclude<DateRelation, 'engineInsideMaster'>, string>> = {
  masterInsideEngine: 'The effective dates of the master lie inside those of the engine',
  noOverlap: 'The effective dates of engine and master do not overlap',
  commonOverlap: 'The effective dates of engine and master overlap only in part',
}

function warningsOfReference(reference: ComparedReference): EngineUploadResult['warnings'] {
  const { name, serviceName, masterRevision, comparison, differingRows, dateRelation } = reference
  const master = `${serviceName} ${masterRevision ?? ''}`
  return [
    ...(comparison === 'MISMATCH'
      ? [{ key: 'REFERENCE_MISMATCH', value: `${differingRows} rows of ${name} differ from ${master}` }]
      : []),
    ...(dateRelation === null || dateRelation === 'engineInsideMaster'
      ? []
      : [{ key: 'REFERENCE_DATES', value: `${name}: ${relationTexts[dateRelation]} (${master})` }]),
  ]
}
