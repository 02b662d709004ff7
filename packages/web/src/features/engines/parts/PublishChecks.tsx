import { Loader, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { findingText, publishCheckText } from '../publish-check-text.ts'
import type { PublishReview } from '../use-publish-checks.ts'
import classes from './PublishChecks.module.css'

const shownFindings = 5

const looks = {
  passed: { tone: 'pass', icon: <IconCheck />, label: 'PublishChecks.passed' },
  failed: { tone: 'attention', icon: <IconAlertTriangle />, label: 'PublishChecks.failed' },
  blocked: { tone: 'fail', icon: <IconX />, label: 'PublishChecks.blocked' },
} as const

/** The checks before publishing. If one fails, the author gives a reason for publishing anyway. */
export function PublishChecks({ review, children }: { review: PublishReview; children?: ReactNode }) {
  const text = useText()
  const serverText = useServerText()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  // The button may be far below the field.
  useEffect(() => {
    if (review.reasonAsked > 0) reasonField.current?.focus()
  }, [review.reasonAsked])
  if (review.error !== null) return <FailureState error={review.error} onRetry={review.retry} />
  if (review.checks === undefined) return <Loader size="sm" aria-label={text('PublishChecks.loading')} />
  const needsReason = review.checks.some(({ outcome }) => outcome === 'failed')
  return (
    <section aria-label={text('PublishChecks.title')} className={classes.root}>
      <h3 className={classes.title}>{text('PublishChecks.title')}</h3>
      <ul className={classes.list}>
        {review.checks.map((check) => {
          const { outcome } = check
          const rest = check.count - Math.min(check.findings.length, shownFindings)
          return (
            <CheckLine key={check.code} outcome={outcome}>
              <p className={classes.sentence}>{publishCheckText(text, check)}</p>
              {outcome !== 'passed' && check.findings.length > 0 && (
                <ul className={classes.findings}>
                  {check.findings.slice(0, shownFindings).map((finding) => (
                    <li key={finding.name}>{findingText(text, serverText, finding)}</li>
                  ))}
                  {rest > 0 && <li>{text('PublishChecks.more', { count: rest })}</li>}
                </ul>
              )}
            </CheckLine>
          )
        })}
        {children}
      </ul>
      {needsReason && review.mayPublish && (
        <Textarea
          ref={reasonField}
          label={text('PublishChecks.reason')}
          description={text('PublishChecks.reasonRule')}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={review.reason}
          error={review.reasonError}
          onChange={(event) => review.setReason(event.currentTarget.value)}
        />
      )}
    </section>
  )
}

/** One check with its outcome. */
export function CheckLine({ outcome, children }: { outcome: keyof typeof looks; children: ReactNode }) {
  const text = useText()
  const { tone, icon, label } = looks[outcome]
  return (
    <li className={classes.check}>
      <StatusChip tone={tone} icon={icon}>
        {text(label)}
      </StatusChip>
      <div className={classes.sentence}>{children}</div>
    </li>
  )
}
