import { Stack, Text } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { CloseFooter } from '../../../ui/feedback/CloseFooter.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { auditSentence } from '../audit-sentence.ts'
import type { AuditEntry } from '../queries.ts'
import classes from './AuditEntryDialog.module.css'

/** One entry of the trail with the values before and after. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={text('Audit.entry', { number: entry.number })}
      footer={<CloseFooter onClose={onClose} />}
    >
      <Stack gap="lg">
        <Text>{auditSentence(text, entry)}</Text>
        <FactTable
          label={text('Product.facts')}
          facts={[
            { name: text('Audit.at'), value: <AbsoluteMoment value={entry.at} /> },
            { name: text('Audit.actor'), value: entry.actorName },
            { name: text('Audit.action'), value: <span className="mono">{entry.action}</span> },
            { name: text('Audit.entity'), value: entry.entityName },
            { name: text('Product.id'), value: <span className="mono">{entry.entityId}</span> },
            { name: text('Failure.reference'), value: <span className="mono">{entry.correlationId}</span> },
            { name: text('Audit.hash'), value: <span className={`mono ${classes.hash ?? ''}`}>{entry.hash}</span> },
          ]}
        />
        <Changes entry={entry} />
      </Stack>
    </Dialog>
  )
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const text = useText()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = fields.filter((field) => shown(before?.[field]) !== shown(after?.[field]))
  if (changed.length === 0) return null
  return (
    <table className={classes.changes} aria-label={text('Audit.changes')}>
      <thead>
        <tr>
          <th scope="col">{text('Audit.field')}</th>
          <th scope="col">{text('Audit.before')}</th>
          <th scope="col">{text('Audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((field) => (
          <tr key={field}>
            <th scope="row" className="mono">
              {field}
            </th>
            <td>{shown(before?.[field])}</td>
            <td>{shown(after?.[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
