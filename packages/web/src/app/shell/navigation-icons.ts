import {
  IconBook2,
  IconFiles,
  IconHistory,
  IconInfoSquare,
  IconKey,
  IconLayoutGrid,
  IconLink,
  IconServerCog,
  IconShare,
  IconStar,
  IconTags,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { NavigationIcon } from '../navigation.ts'

export const navigationIcons: Readonly<Record<NavigationIcon, TablerIcon>> = {
  products: IconLayoutGrid,
  favourites: IconStar,
  reference: IconBook2,
  system: IconServerCog,
  overview: IconInfoSquare,
  categories: IconTags,
  shared: IconShare,
  users: IconUsers,
  groups: IconUsersGroup,
  keys: IconKey,
  audit: IconHistory,
  documents: IconFiles,
  visitors: IconLink,
}
