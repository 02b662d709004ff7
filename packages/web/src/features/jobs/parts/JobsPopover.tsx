import { ActionIcon, Anchor, Group, Popover, RingProgress, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconProgress } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { measures } from '../../../ui/theme.ts'
import { generalPercent, isUnfinished } from '../job-activity.ts'
import { useJobs } from '../queries.ts'
import { JobLine } from './JobLine.tsx'
import classes from './JobsPopover.module.css'
import { overallText } from './overall-text.ts'

/** Background jobs: those running with their progress, and the results of the others. */
export function JobsPopover() {
  const text = useText()
  const jobs = useJobs()
  const [opened, popover] = useDisclosure()
  const running = jobs.filter(isUnfinished).length
  const label = running === 0 ? text('Jobs.title') : text('Jobs.running', { count: running })
  return (
    <Popover opened={opened} onChange={popover.close} width={measures.jobsWidth} position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon aria-label={label} onClick={popover.toggle}>
            {running === 0 ? (
              <IconProgress className="large" />
            ) : (
              <RingProgress
                size={measures.ringSize}
                thickness={measures.ringThickness}
                rootColor="var(--sw-border-strong)"
                aria-hidden="true"
                sections={[{ value: generalPercent(jobs), color: 'petrol' }]}
              />
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={text('Jobs.title')}>
        <Group justify="space-between" className={classes.head}>
          <Text fw={600}>{text('Jobs.title')}</Text>
          <Anchor component={Link} to="/jobs" size="sm" onClick={popover.close}>
            {text('Jobs.all')}
          </Anchor>
        </Group>
        {running > 0 && (
          <Text size="xs" c="dimmed" className={classes.none} py="xs">
            {overallText(text, jobs)}
          </Text>
        )}
        {jobs.length === 0 ? (
          <Text size="sm" c="dimmed" className={classes.none}>
            {text('Jobs.none')}
          </Text>
        ) : (
          // A scrolling region must be reachable with the keyboard.
          <ul className={classes.list} tabIndex={0} aria-label={text('Jobs.title')}>
            {jobs.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
