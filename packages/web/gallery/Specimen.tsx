import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './gallery.module.css'

/** Words of an example in the language of the page: they are no messages of the product. */
export type Say = (english: string, japanese: string) => string

/** One component in one state, with its name. */
export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`${classes['specimen']} ${wide ? classes['wide'] : ''}`} data-specimen={name}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      {children}
    </div>
  )
}

export function Specimens({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div className={classes['specimens']}>{children}</div>
    </section>
  )
}
