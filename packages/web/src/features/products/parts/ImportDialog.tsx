import { Button, FileButton, Radio, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { ImportPlan } from '@sheetwright/contract/products/zip/validate-product-zip.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useFileDrop } from '../../../ui/file-drop.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { executeProgress, shownProgress } from '../../../ui/progress.ts'
import { type StatusTone, StatusChip } from '../../../ui/StatusChip.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { useImportProduct, useValidateZip } from '../mutations.ts'
import { RunProgress } from '../../engines/parts/RunProgress.tsx'
import { jobNote } from '../../jobs/parts/job-note.ts'
import { failureText } from '../../jobs/parts/failure-text.ts'
import classes from './ImportDialog.module.css'

type Entry = ImportPlan['entries'][number]

const kinds: Readonly<Record<Entry['kind'], MessageId>> = {
  section: 'Import.section',
  document: 'Import.document',
  engine: 'Import.engine',
  version: 'Import.version',
  testBed: 'Import.testBed',
}

const outcomes: Readonly<Record<Entry['outcome'], { tone: StatusTone; label: MessageId; sign: string }>> = {
  new: { tone: 'pass', label: 'Import.new', sign: '+' },
  same: { tone: 'neutral', label: 'Import.same', sign: '=' },
  conflict: { tone: 'attention', label: 'Import.conflict', sign: '≠' },
}

/** Imports a product from a zip: shows the plan, then runs it in the background. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const serverText = useServerText()
  const [zip, setZip] = useState<File>()
  const [name, setName] = useState('')
  const [onConflict, setOnConflict] = useState<'keep' | 'replace'>('keep')
  const [asDrafts, setAsDrafts] = useState(true)
  const [percent, setPercent] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [job, setJob] = useState<Job>()
  /** The submitted name is checked. A check that began when the field was left must not disable the button. */
  const [checking, setChecking] = useState(false)
  const validate = useValidateZip()
  const start = useImportProduct()
  // The last plan stays on the page while another name is checked.
  const [plan, setPlan] = useState<ImportPlan>()

  function choose(file: File) {
    setPlan(undefined)
    setName('')
    void look(file, '')
  }

  function look(file: File, wanted: string) {
    setZip(file)
    setPercent(0)
    setFailure(undefined)
    start.reset()
    return validate
      .mutateAsync({ zip: file, name: wanted, onProgress: setPercent })
      .then((found) => {
        setPlan(found)
        setName((typed) => (typed === '' ? found.name : typed))
        return found
      })
      .catch(() => undefined)
  }

  async function submit() {
    if (zip === undefined) return
    // A changed name is checked first. If it would change an existing product, the plan is shown before anything
    // happens.
    let current = plan
    if (name.trim() !== plan?.name) {
      setChecking(true)
      current = await look(zip, name)
      setChecking(false)
      if (current === undefined || current.exists) return
    }
    setFailure(undefined)
    setPercent(0)
    setJob(undefined)
    start.mutate(
      {
        zip,
        name,
        onConflict,
        asDrafts: asDrafts && current?.exists === true,
        onProgress: setPercent,
        onJob: setJob,
      },
      {
        onSuccess(ended) {
          if (ended.status !== 'Success')
            return setFailure(failureText(text, serverText, ended) || text('Import.failed'))
          toastSuccess(text('Import.done', { name }))
          onClose()
        },
      },
    )
  }

  const drop = useFileDrop((file) => choose(file))
  const busy = validate.isPending || start.isPending
  return (
    <FormDialog
      title={text('Import.title')}
      size="large"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      submitLabel={text('Import.submit')}
      submitting={start.isPending || checking}
      submitDisabled={plan === undefined || start.isPending}
      failure={failure ?? validate.error ?? start.error}
    >
      <div className={classes.drop} data-over={drop.over || undefined} {...drop.handlers}>
        <IconFileZip />
        {zip === undefined ? <Text size="sm">{text('Import.drop')}</Text> : <FileName name={zip.name} />}
        <FileButton onChange={(file) => file !== null && choose(file)} accept=".zip,application/zip">
          {(props) => (
            <Button {...props} size="xs" variant="default" data-autofocus>
              {text('Import.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      {busy && (
        <RunProgress
          label={text('Import.uploading')}
          value={percent >= 100 ? 100 : shownProgress(percent)}
          detail=""
          state={percent >= 100 ? 'done' : 'running'}
        />
      )}
      {start.isPending && (
        <RunProgress
          label={text('Import.running')}
          value={executeProgress(job?.progress ?? 0)}
          detail={job === undefined ? '' : jobNote(text, serverText, job)}
          state={percent >= 100 ? 'running' : 'waiting'}
        />
      )}
      {plan !== undefined && zip !== undefined && (
        <Stack gap="md">
          <TextInput
            label={text('Product.name')}
            value={name}
            maxLength={120}
            required
            description={text(plan.exists ? 'Import.exists' : 'Import.makes', { name: plan.name })}
            onChange={(event) => setName(event.target.value)}
            onBlur={({ relatedTarget }) => {
              // The submit button checks the name itself.
              const ends = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
              if (!ends && name.trim() !== '' && name.trim() !== plan.name) void look(zip, name)
            }}
          />
          <LongTable
            label={text('Import.plan')}
            columns={columnsFor(text)}
            rows={plan.entries}
            rowKey={(entry) => `${entry.kind} ${entry.name}`}
          />
          {plan.exists && (
            <Switch
              label={text('Import.asDrafts')}
              description={text('Import.asDrafts.about')}
              checked={asDrafts}
              onChange={(event) => setAsDrafts(event.target.checked)}
            />
          )}
          {plan.counts.conflict > 0 && (
            <Radio.Group
              label={text('Import.onConflict', { count: plan.counts.conflict })}
              value={onConflict}
              onChange={(chosen) => setOnConflict(chosen === 'replace' ? 'replace' : 'keep')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="keep" label={text('Import.keep')} />
                <Radio value="replace" label={text('Import.replace')} />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
    </FormDialog>
  )
}

function columnsFor(text: ReturnType<typeof useText>): Column<Entry>[] {
  return [
    { id: 'kind', heading: text('Import.kind'), width: 120, renderCell: ({ kind }) => text(kinds[kind]) },
    {
      id: 'name',
      heading: text('Import.name'),
      width: 240,
      grows: true,
      namesRow: true,
      renderCell: ({ kind, name }) => (kind === 'section' ? sectionLabel(text, name) : name),
    },
    {
      id: 'outcome',
      heading: text('Import.outcome'),
      width: 240,
      renderCell: ({ outcome }) => {
        const { tone, label, sign } = outcomes[outcome]
        return (
          <StatusChip tone={tone} icon={<span aria-hidden>{sign}</span>}>
            {text(label)}
          </StatusChip>
        )
      },
    },
  ]
}
