import type { CategoryIcon } from '@sheetwright/contract/categories/category.ts'
import {
  IconBike,
  IconBriefcase,
  IconBuilding,
  IconCar,
  IconCoins,
  IconDeviceMobile,
  IconFirstAidKit,
  IconHeart,
  IconHome,
  IconLeaf,
  IconPaw,
  IconPlane,
  IconShield,
  IconShip,
  IconUmbrella,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MessageId } from '../../platform/messages/load-messages.ts'

/** Component and name of each icon. */
export const iconLooks: Readonly<Record<CategoryIcon, { icon: TablerIcon; label: MessageId }>> = {
  heart: { icon: IconHeart, label: 'CategoryIcon.heart' },
  'first-aid': { icon: IconFirstAidKit, label: 'CategoryIcon.firstAid' },
  car: { icon: IconCar, label: 'CategoryIcon.car' },
  home: { icon: IconHome, label: 'CategoryIcon.home' },
  shield: { icon: IconShield, label: 'CategoryIcon.shield' },
  plane: { icon: IconPlane, label: 'CategoryIcon.plane' },
  coins: { icon: IconCoins, label: 'CategoryIcon.coins' },
  briefcase: { icon: IconBriefcase, label: 'CategoryIcon.briefcase' },
  ship: { icon: IconShip, label: 'CategoryIcon.ship' },
  leaf: { icon: IconLeaf, label: 'CategoryIcon.leaf' },
  users: { icon: IconUsers, label: 'CategoryIcon.users' },
  building: { icon: IconBuilding, label: 'CategoryIcon.building' },
  paw: { icon: IconPaw, label: 'CategoryIcon.paw' },
  bike: { icon: IconBike, label: 'CategoryIcon.bike' },
  'device-mobile': { icon: IconDeviceMobile, label: 'CategoryIcon.deviceMobile' },
  umbrella: { icon: IconUmbrella, label: 'CategoryIcon.umbrella' },
}
