import { z } from 'zod'
import { filledText } from '../shared.ts'

/** What a campaign begins with. Apart from the rest of its contract, which the page that asks for it does not need. */
export const campaignName = z.object({ name: filledText(120) })
