import { createContext } from 'react'

/** Whether a page still lacks its frame: what is shown instead has the heading and the title of the tab then. */
export const BarePage = createContext(false)
