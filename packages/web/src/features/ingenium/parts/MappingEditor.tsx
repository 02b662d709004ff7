import {
  Alert,
  Button,
  FileButton,
  FileInput,
  Group,
  List,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { policyMapping, type StoredMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { IconDeviceFloppy, IconDownload, IconFile, IconPlayerPlay, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { type ServerText, useServerText } from '../../../platform/messages/server-text.ts'
import { type Text as Words, useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { type Address, useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useEngine } from '../../engines/queries.ts'
import { draftMapping } from '../draft-mapping.ts'
import { useReadMappingSheet, useRunPolicies, useSaveMapping, useSaveMappingSheet } from '../mutations.ts'
import { useMapping, useMappings, usePreview } from '../queries.ts'
import { startMapping } from '../start-mapping.ts'
import { MappingForm } from './MappingForm.tsx'

interface EditorProps {
  readonly product: string
  readonly engine: string
  readonly mappingId: string | undefined
  readonly number: string | undefined
  readonly onChoose: (mapping: string | undefined, number?: string) => void
  readonly onRun: (id: string) => void
}

/** Chooses and edits a mapping of an engine, tests it on the first records of an extract, and runs the extract. */
export function MappingEditor(props: EditorProps) {
  const { product, engine, mappingId, number, onChoose } = props
  const text = useText()
  const mappings = useMappings(engine)
  const chosen = useMapping(mappingId, number)
  // The chosen file is kept when a mapping is saved.
  const [extract, setExtract] = useState<Extract>({ file: null, heading: '' })
  if (mappings.isError) return <FailureState error={mappings.error} onRetry={() => void mappings.refetch()} />
  if (mappings.isPending || (mappingId !== undefined && chosen.isPending)) return <LoadingBlock />
  if (chosen.isError) return <FailureState error={chosen.error} onRetry={() => void chosen.refetch()} />
  const stored = mappingId === undefined ? undefined : chosen.data
  return (
    <Panel title={text('Policies.mapping')}>
      <Stack gap="md">
        <Group align="flex-end">
          <Select
            label={text('Policies.mapping')}
            placeholder={text('Policies.newMapping')}
            clearable
            clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
            w={320}
            data={mappings.data.items.map(({ id, name }) => ({ value: id, label: name }))}
            value={mappingId ?? null}
            onChange={(id) => onChoose(id ?? undefined)}
          />
          {stored !== undefined && (
            <Select
              label={text('Policies.version')}
              allowDeselect={false}
              w={120}
              data={Array.from({ length: stored.versions }, (_, i) => String(stored.versions - i))}
              value={String(stored.number)}
              onChange={(next) => onChoose(stored.id, next ?? undefined)}
            />
          )}
        </Group>
        <Draft
          key={`${stored?.id ?? product}/${stored?.number ?? 0}`}
          {...props}
          stored={stored}
          extract={extract}
          onExtract={setExtract}
        />
      </Stack>
    </Panel>
  )
}

/** The chosen file and its first line. */
interface Extract {
  readonly file: File | null
  readonly heading: string
}

interface DraftProps extends EditorProps {
  readonly stored: StoredMapping | undefined
  readonly extract: Extract
  readonly onExtract: (extract: Extract) => void
}

function Draft({ product, engine, stored, extract, onExtract, onChoose, onRun }: DraftProps) {
  const { file, heading } = extract
  const text = useText()
  const serverText = useServerText()
  const detail = useEngine(product, engine)
  const save = useSaveMapping()
  const run = useRunPolicies()
  const readSheet = useReadMappingSheet()
  const saveSheet = useSaveMappingSheet()
  const [typed, setTyped] = useState<string>()
  const [view, setView] = useState<'form' | 'document'>('form')
  const [name, setName] = useState('')
  const [isNameMissing, setNameMissing] = useState(false)
  const start = detail.data === undefined ? '' : shown(startMapping(detail.data.interface, heading))
  const content = typed ?? (stored === undefined ? start : shown(stored.mapping))
  const [settled] = useDebouncedValue(content, 400)
  const checked = check(settled, text, serverText)
  const preview = usePreview(engine, checked.json, file)

  async function take(next: File | null) {
    const first = next === null ? '' : ((await next.slice(0, 20_000).text()).split('\n')[0] ?? '').trimEnd()
    onExtract({ file: next, heading: first })
  }

  const isChanged = stored === undefined || content !== shown(stored.mapping)
  const guard = useLeaveGuard(typed !== undefined && isChanged, isSameDraft)
  const failure = save.error ?? run.error ?? readSheet.error
  const draft = draftMapping(content)
  function trySave() {
    const isNameless = stored === undefined && name.trim() === ''
    setNameMissing(isNameless)
    if (isNameless) return
    save.mutate(
      {
        ...(stored === undefined ? { engineId: engine, name: name.trim() } : { id: stored.id }),
        mapping: policyMapping.parse(JSON.parse(content)),
      },
      {
        onSuccess({ id }) {
          guard.release()
          onChoose(id)
        },
      },
    )
  }

  return (
    <Stack gap="md">
      <FileInput
        label={text('Policies.extract')}
        placeholder={text('Policies.chooseExtract')}
        leftSection={<IconFile />}
        maw={480}
        clearable
        clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
        value={file}
        onChange={(next) => void take(next)}
      />
      <Group justify="space-between">
        <SegmentedControl
          aria-label={text('Policies.view')}
          data={[
            { value: 'form', label: text('Policies.view.form') },
            { value: 'document', label: text('Policies.view.document') },
          ]}
          value={view}
          onChange={setView}
        />
        <Group gap="sm">
          <FileButton
            accept=".xlsx"
            onChange={(sheet) =>
              sheet !== null &&
              readSheet.mutate(sheet, {
                onSuccess({ mapping }) {
                  setTyped(shown(mapping))
                  toastSuccess(text('Policies.sheet.read', { name: sheet.name }))
                },
              })
            }
          >
            {(props) => (
              <Button variant="default" leftSection={<IconUpload />} loading={readSheet.isPending} {...props}>
                {text('Policies.sheet.upload')}
              </Button>
            )}
          </FileButton>
          {stored !== undefined && (
            <Button
              variant="default"
              leftSection={<IconDownload />}
              loading={saveSheet.isPending}
              onClick={() => saveSheet.mutate(stored)}
            >
              {text('Policies.sheet.download')}
            </Button>
          )}
        </Group>
      </Group>
      {view === 'form' && draft !== undefined && (
        <MappingForm mapping={draft} ports={detail.data?.interface} onChange={(mapping) => setTyped(shown(mapping))} />
      )}
      {view === 'form' && draft === undefined && content !== '' && <Alert>{text('Policies.form.unreadable')}</Alert>}
      {view === 'document' && (
        <Textarea
          label={text('Policies.document')}
          description={text('Policies.document.about')}
          autosize
          minRows={12}
          maxRows={28}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={content}
          error={checked.problems[0]}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {view === 'form' && checked.problems[0] !== undefined && (
        <Text size="sm" c="red" role="alert">
          {checked.problems[0]}
        </Text>
      )}
      {checked.problems.length > 1 && (
        <List size="sm">
          {checked.problems.slice(1, 20).map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      )}
      {failure !== null && <Refusal error={failure} />}
      <Group align="flex-end">
        {stored === undefined && (
          <TextInput
            label={text('Policies.name')}
            w={280}
            maxLength={120}
            value={name}
            error={isNameMissing && name.trim() === '' && text('Policies.nameMissing')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy />}
          loading={save.isPending}
          // What was typed last is checked first.
          disabled={!isChanged || checked.json === undefined || content !== settled}
          onClick={trySave}
        >
          {text('Policies.save')}
        </Button>
        <Button
          leftSection={<IconPlayerPlay />}
          loading={run.isPending}
          disabled={stored === undefined || isChanged || file === null}
          onClick={() =>
            stored !== undefined &&
            file !== null &&
            run.mutate({ mappingId: stored.id, file }, { onSuccess: (started) => onRun(started.run.id) })
          }
        >
          {text('Policies.run')}
        </Button>
        {(stored === undefined || isChanged) && (
          <Text size="sm" c="dimmed">
            {text('Policies.saveFirst')}
          </Text>
        )}
      </Group>
      {preview.isError && <Refusal error={preview.error} />}
      {preview.data?.problem != null && <Alert color="red">{serverText(preview.data.problem)}</Alert>}
      {preview.data !== undefined && preview.data.records.length > 0 && (
        <Table.ScrollContainer minWidth={600}>
          <Table aria-label={text('Policies.preview')} striped>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text('Policies.line')}</Table.Th>
                <Table.Th>{text('Policies.inputs')}</Table.Th>
                <Table.Th>{text('Policies.outputs')}</Table.Th>
                <Table.Th>{text('Policies.resultFields')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {preview.data.records.map((record) => (
                <Table.Tr key={record.record}>
                  <Table.Td>{record.line}</Table.Td>
                  <Table.Td>{pairs(record.inputs)}</Table.Td>
                  <Table.Td>{record.outputs === null ? '' : pairs(record.outputs)}</Table.Td>
                  <Table.Td>
                    {record.rejected === null ? (
                      pairs(record.result ?? {})
                    ) : (
                      <Text size="sm" c="red">
                        {text('Policies.rejectedBecause', { reason: serverText(record.rejected) })}
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}

const shown = (mapping: unknown) => JSON.stringify(mapping, null, 2)

function pairs(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

/** The document to send, or its error. */
function check(
  content: string,
  text: Words,
  serverText: ServerText,
): { readonly json: string | undefined; readonly problems: readonly string[] } {
  if (content === '') return { json: undefined, problems: [] }
  try {
    const parsed = policyMapping.safeParse(JSON.parse(content))
    if (parsed.success) return { json: JSON.stringify(parsed.data), problems: [] }
    return {
      json: undefined,
      problems: parsed.error.issues.map(
        ({ path, message }) => `${placeOf(path, text)} (${path.join('.')}): ${serverText(message)}`,
      ),
    }
  } catch (error) {
    return { json: undefined, problems: [error instanceof Error ? error.message : String(error)] }
  }
}

const parts = {
  extract: 'Policies.form.extract',
  inputs: 'Policies.form.inputs',
  result: 'Policies.form.result',
  outputs: 'Policies.form.outputs',
} as const

/** The part of the form, and the row in it, that a path in the document leads to. */
function placeOf(path: readonly PropertyKey[], text: Words): string {
  const [part] = path
  const what = text(typeof part === 'string' && part in parts ? parts[part as keyof typeof parts] : 'Policies.mapping')
  const row = path.find((step) => typeof step === 'number')
  return row === undefined ? what : text('Policies.inRow', { what, row: row + 1 })
}

/** Whether both addresses show the same draft, such as beside another page of runs. */
function isSameDraft(current: Address, next: Address): boolean {
  const draftAt = ({ pathname, search }: Address) => {
    const { product, engine, mapping, number }: Readonly<Record<string, unknown>> = { ...search }
    return JSON.stringify([pathname, product, engine, mapping, number])
  }
  return draftAt(current) === draftAt(next)
}

function Refusal({ error }: { error: Error }) {
  const text = useText()
  const fields = error instanceof ApiError ? error.fieldErrors : []
  return (
    <Alert color="red" title={errorText(text, error)}>
      <List size="sm">
        {fields.map(({ field, message, allowed }) => (
          <List.Item key={field}>{`${field}: ${message}${allowed === undefined ? '' : ` (${allowed})`}`}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
