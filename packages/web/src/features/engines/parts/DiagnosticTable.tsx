import { Button } from '@mantine/core'
import type { WorkbookDiagnostic } from '@sheetwright/contract/engines/proof.ts'
import { useState } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { diagnosticText, severityLooks } from '../diagnostic-text.ts'
import classes from './DiagnosticTable.module.css'

const step = 200

/** Diagnostics of a workbook, each with its cell. Long texts wrap. */
export function DiagnosticTable({ diagnostics }: { diagnostics: readonly WorkbookDiagnostic[] }) {
  const text = useText()
  const [shown, setShown] = useState(step)
  if (diagnostics.length === 0) return <p className={classes.none}>{text('Diagnostic.none')}</p>
  return (
    <>
      <Rows diagnostics={diagnostics.slice(0, shown)} />
      {diagnostics.length > shown && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setShown(shown + step)}>
          {text('Diagnostic.more', { count: diagnostics.length - shown })}
        </Button>
      )}
    </>
  )
}

function Rows({ diagnostics }: { diagnostics: readonly WorkbookDiagnostic[] }) {
  const text = useText()
  const serverText = useServerText()
  return (
    <table className={classes.table} aria-label={text('Diagnostic.title')}>
      <thead>
        <tr>
          <th scope="col">{text('Diagnostic.severity')}</th>
          <th scope="col">{text('Port.cell')}</th>
          <th scope="col">{text('Diagnostic.message')}</th>
        </tr>
      </thead>
      <tbody>
        {diagnostics.map((diagnostic, index) => {
          const { tone, icon: Icon, label } = severityLooks[diagnostic.severity]
          return (
            // The same problem may occur twice, and the order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td>
                <StatusChip tone={tone} icon={<Icon />}>
                  {text(label)}
                </StatusChip>
              </td>
              <td className="mono">{diagnostic.cell ?? ''}</td>
              <td>{diagnosticText(text, serverText, diagnostic)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
