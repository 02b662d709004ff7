import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { valueType } from '@sheetwright/contract/engines/interface.ts'
import { apiColumns, fieldsOfRows, rowsOfFields } from '@sheetwright/contract/master-api/api-field-table.ts'
import { type ApiField, mostFields } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { IconAlertTriangle, IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { EditableGrid } from '../../../ui/grid/EditableGrid.tsx'
import { columnNames } from '../column-names.ts'
import { useSaveDefinition } from '../mutations.ts'

interface FieldsEditorProps {
  readonly product: string
  readonly fields: readonly ApiField[]
  readonly mayEdit: boolean
  readonly onSaved: (version: number) => void
}

const names = Object.keys(columnNames) as (keyof ApiField)[]
const shownProblems = 10

/** The fields as a grid. Saving creates the next version, a draft. */
export function FieldsEditor({ product, fields, mayEdit, onSaved }: FieldsEditorProps) {
  const text = useText()
  const save = useSaveDefinition(product)
  const original = useMemo(() => (fields.length === 0 ? [apiColumns.map(() => '')] : rowsOfFields(fields)), [fields])
  const [history, setHistory] = useState<readonly (readonly (readonly string[])[])[]>([original])
  const rows = history.at(-1) ?? original
  const guard = useLeaveGuard(history.length > 1)
  const columns = useMemo(
    () => names.map((name) => ({ heading: text(columnNames[name]), accepts: acceptsOf(name) })),
    [text],
  )
  const { fields: read, wrong } = useMemo(() => fieldsOfRows(rows), [rows])
  const undo = () => setHistory((steps) => (steps.length > 1 ? steps.slice(0, -1) : steps))
  useHotkeys([['mod+Z', undo]])

  function submit() {
    save.mutate(
      { fields: read },
      {
        onSuccess: ({ version }) => {
          guard.release()
          toastSuccess(text('MasterApi.saved', { version }))
          onSaved(version)
        },
      },
    )
  }

  return (
    <>
      {mayEdit && (
        <Group gap="sm" mb="sm" justify="space-between">
          <Text size="sm" c="dimmed" component="output">
            {history.length > 1 ? text('MasterApi.unsaved') : text('MasterApi.editHelp')}
          </Text>
          <Group gap="sm">
            <Button variant="default" leftSection={<IconArrowBackUp />} disabled={history.length === 1} onClick={undo}>
              {text('Master.undo')}
            </Button>
            <Button
              leftSection={<IconDeviceFloppy />}
              loading={save.isPending}
              disabled={history.length === 1 || wrong.length > 0 || read.length === 0}
              onClick={submit}
            >
              {text('MasterApi.save')}
            </Button>
          </Group>
        </Group>
      )}
      {save.error !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} mb="sm" role="alert">
          {errorText(text, save.error)}
        </Alert>
      )}
      {history.length > 1 && wrong.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle />}
          mb="sm"
          title={text('MasterApi.wrong', { count: wrong.length })}
        >
          <List size="sm">
            {wrong.slice(0, shownProblems).map(({ row, column }) => {
              const place = names[apiColumns.findIndex((one) => one === column)]
              const heading = place === undefined ? column : text(columnNames[place])
              return (
                <List.Item key={`${row} ${column}`}>{text('MasterApi.wrongAt', { row, column: heading })}</List.Item>
              )
            })}
          </List>
        </Alert>
      )}
      <EditableGrid
        label={text('MasterApi.fields')}
        columns={columns}
        rows={rows}
        maxRows={mostFields}
        readOnly={!mayEdit}
        onChange={(changed) => setHistory((steps) => [...steps, changed])}
      />
    </>
  )
}

const directions: ReadonlySet<string> = new Set(['input', 'output'])
const types: ReadonlySet<string> = new Set(valueType.options)

/** Whether a text is valid in the column. */
function acceptsOf(name: keyof ApiField): (text: string) => boolean {
  if (name === 'direction') return (text) => directions.has(text.trim().toLowerCase())
  if (name === 'type') return (text) => types.has(text.trim().toLowerCase())
  if (name === 'min' || name === 'max') return (text) => !Number.isNaN(Number(text))
  return () => true
}
