import { Alert, Button, Group } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { correlationIdOf, errorText } from '../../../platform/messages/error-text.ts'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { isDiagnosticCode, refusalText } from '../diagnostic-text.ts'
import { ExportLogButton } from './ExportLogButton.tsx'
import classes from './UploadFailure.module.css'

/** Why an upload failed: errors, one per line, and the reference for support. */
export function UploadFailure({ error, onIterate }: { error: Error; onIterate?: (() => void) | undefined }) {
  const text = useText()
  const serverText = useServerText()
  const correlationId = correlationIdOf(error)
  const details = error instanceof ApiError ? error.fieldErrors : []
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert" title={errorText(text, error)}>
      {details.length > 0 && (
        <ul className={classes.details}>
          {details.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              {field !== '' && !isDiagnosticCode(field) && <span className={`mono ${classes.field}`}>{field}</span>}
              {refusalText(text, serverText, field, message)}
            </li>
          ))}
        </ul>
      )}
      {onIterate !== undefined && (
        <Button variant="default" size="compact-sm" my="sm" onClick={onIterate}>
          {text('Iteration.switchOnFor')}
        </Button>
      )}
      <ExportLogButton
        outcome={{
          fileName: '',
          failure: errorText(text, error),
          errors: details.map(({ field, message }) => `${field}: ${refusalText(text, serverText, field, message)}`),
          warnings: [],
        }}
      />
      {correlationId !== undefined && (
        <Group gap="xs" wrap="nowrap" className={classes.reference ?? ''}>
          <span>
            {text('Failure.reference')} <span className="mono">{correlationId}</span>
          </span>
          <CopyButton value={correlationId} label={text('Failure.copyReference')} />
        </Group>
      )}
    </Alert>
  )
}
