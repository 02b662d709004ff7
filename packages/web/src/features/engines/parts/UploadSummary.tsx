import { Alert, SegmentedControl, Stack } from '@mantine/core'
import { type EngineUploadResult, shownFindings } from '@sheetwright/contract/engines/upload-result.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { useEnginePaths } from '../engine-path.ts'
import { ReferenceList } from '../../master-references/parts/EngineReferences.tsx'
import { useProof } from '../queries.ts'
import { DiagnosticTable } from './DiagnosticTable.tsx'
import { DictionaryFindings } from '../../data-dictionary/parts/DictionaryFindings.tsx'
import { ExportLogButton } from './ExportLogButton.tsx'
import { InterfaceView } from './InterfaceView.tsx'
import { circularReferences, IterationView } from './IterationView.tsx'
import { ParityView } from './ParityView.tsx'
import { RevisionProposal } from './RevisionProposal.tsx'
import classes from './UploadSummary.module.css'
import { VerdictChip } from './VerdictChip.tsx'

type Part = 'interface' | 'parity' | 'diagnostics' | 'facts'

/** The result of an upload: interface, proof, diagnostics, and durations. */
export function UploadSummary({ result, onIterate }: { result: EngineUploadResult; onIterate: () => void }) {
  const text = useText()
  const serverText = useServerText()
  const intl = useIntl()
  const paths = useEnginePaths()
  const [part, setPart] = useState<Part>(result.parity.verdict === 'different' ? 'parity' : 'interface')
  const { productId, engineId, versionId } = result
  const link = `${window.location.origin}${paths.engine({ id: engineId, productId })}?version=${versionId}`
  // The answer to an upload is truncated; the rest is fetched if there is more.
  const isWhole = result.parity.different <= result.parity.differences.length
  const proof = useProof(productId, engineId, versionId, !isWhole || result.diagnostics.length >= shownFindings)
  const { parity, diagnostics } = proof.data ?? result
  const parts: readonly { value: Part; label: string }[] = [
    { value: 'interface', label: text('UploadSummary.interface') },
    { value: 'parity', label: text('UploadSummary.parity') },
    { value: 'diagnostics', label: text('UploadSummary.diagnostics', { count: diagnostics.length }) },
    { value: 'facts', label: text('UploadSummary.facts') },
  ]
  return (
    <Stack gap="lg">
      {result.releaseNoteRequired && (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle />}>
          {text('UploadSummary.existsAlready', { name: result.bookSummary.serviceName })}
        </Alert>
      )}
      {result.blockedBecause !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} title={text('UploadSummary.blocked')}>
          {serverText(result.blockedBecause)}
        </Alert>
      )}
      <Tiles
        label={text('UploadSummary.facts')}
        tiles={[
          { label: text('UploadSummary.verdict'), value: <VerdictChip of={result.parity} /> },
          { label: text('Interface.inputs'), value: intl.formatNumber(result.noOfInputs) },
          { label: text('Interface.outputs'), value: intl.formatNumber(result.noOfOutputs) },
          { label: text('Parity.formulaCells'), value: intl.formatNumber(result.noOfFormulas) },
          { label: text('UploadSummary.revision'), value: <span className="mono">{result.proposal.revision}</span> },
        ]}
      />
      {(result.iteration !== null || circularReferences(diagnostics) > 0) && (
        <IterationView iteration={result.iteration} diagnostics={diagnostics} onChange={onIterate} />
      )}
      <DictionaryFindings ports={result.interface} />
      <RevisionProposal proposal={result.proposal} />
      <div className={classes.bar}>
        <SegmentedControl
          size="sm"
          aria-label={text('UploadSummary.parts')}
          data={[...parts]}
          value={part}
          onChange={(value) => setPart(parts.find((one) => one.value === value)?.value ?? 'interface')}
        />
        <span className={classes.link}>
          {text('UploadSummary.link')}
          <CopyButton value={link} label={text('UploadSummary.copyLink')} />
          <ExportLogButton
            outcome={{
              fileName: result.bookSummary.fileName,
              errors: result.validationErrors.map(({ sourcePath, message }) => `${sourcePath}: ${message}`),
              warnings: result.warnings.map(({ key, value }) => `${key}: ${value}`),
            }}
          />
        </span>
      </div>
      {part === 'interface' && (
        <>
          <InterfaceView value={result.interface} />
          <ReferenceList references={result.referenceRangeMetadatas} />
        </>
      )}
      {part === 'parity' && <ParityView report={parity} />}
      {part === 'diagnostics' && <DiagnosticTable diagnostics={diagnostics} />}
      {part === 'facts' && <Facts result={result} />}
    </Stack>
  )
}

function Facts({ result }: { result: EngineUploadResult }) {
  const text = useText()
  const intl = useIntl()
  const sizes = useSizes()
  const { bookSummary: book } = result
  return (
    <FactTable
      label={text('UploadSummary.facts')}
      facts={[
        { name: text('Build.file'), value: <FileName name={book.fileName} /> },
        { name: text('Build.author'), value: book.author },
        { name: text('Build.fileSize'), value: sizes.bytes(book.fileSize) },
        { name: text('Build.programSize'), value: sizes.bytes(book.programSize) },
        { name: text('Build.sheets'), value: intl.formatNumber(result.noOfSheets) },
        { name: text('Build.cells'), value: intl.formatNumber(result.noOfCellsWithData) },
        { name: text('Build.read'), value: sizes.millis(book.readMs) },
        { name: text('Build.compile'), value: sizes.millis(book.compileMs) },
        { name: text('Build.prove'), value: sizes.millis(book.proveMs) },
        { name: text('Build.run'), value: sizes.micros(book.evalMicros) },
        { name: text('Build.hash'), value: <span className={`mono ${classes.hash}`}>{book.hash}</span> },
      ]}
    />
  )
}
