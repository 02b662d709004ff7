import { Alert, Progress } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { useRunningJob } from '../../jobs/queries.ts'

/** While the first start makes the demo products: which one, and how far it is. They appear below one by one. */
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
