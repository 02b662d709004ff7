import { ActionIcon, Button, Group, Popover, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../platform/messages/use-text.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useProblemLog, useProblems } from '../../ui/feedback/problem-log.ts'
import { RelativeMoment } from '../../ui/Moment.tsx'
import { measures } from '../../ui/theme.ts'
import classes from './ProblemsPopover.module.css'

/** Failures of this page, to be read after the toast is gone. Hidden while there are none. */
export function ProblemsPopover() {
  const text = useText()
  const problems = useProblems()
  const log = useProblemLog()
  const [opened, popover] = useDisclosure()
  if (problems.length === 0) return null
  const label = text('Problems.label', { count: problems.length })
  return (
    <Popover
      opened={opened}
      onDismiss={popover.close}
      onChange={popover.close}
      width={measures.jobsWidth}
      position="bottom-end"
      trapFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon color="red" data-tone="fail" aria-label={label} onClick={popover.toggle}>
            <IconAlertTriangle className="large" />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <Group justify="space-between" className={classes.head}>
          <Text fw={600}>{text('Problems.title')}</Text>
          <Button variant="subtle" size="xs" onClick={log.clear}>
            {text('Problems.clear')}
          </Button>
        </Group>
        <ul className={classes.list}>
          {problems.map((problem) => (
            <li key={problem.id} className={classes.item}>
              <Text size="sm">{problem.message}</Text>
              <Group gap="xs" c="dimmed" fz="xs" wrap="nowrap">
                <RelativeMoment value={problem.at.toISOString()} />
                {problem.correlationId !== undefined && (
                  <>
                    <span className={classes.reference}>{problem.correlationId}</span>
                    <CopyButton value={problem.correlationId} label={text('Failure.copyReference')} />
                  </>
                )}
              </Group>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
