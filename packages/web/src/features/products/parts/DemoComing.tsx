import { Alert, Progress } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { useRunningJob } from '../../jobs/queries.ts'

/** The progress of the demo products that the first start creates. They appear below one by one. */
export function DemoComing() {
  const text = useText()
  const job = useRunningJob('SeedDemo')
  if (job === undefined) return null
  return (
    <Alert component="output" mb="md" title={text('Catalogue.demo.title')}>
      {text('Catalogue.demo.text', { name: job.note ?? '…' })}
      <Progress value={job.progress} mt="xs" aria-label={text('Catalogue.demo.title')} />
    </Alert>
  )
}
