import type { Industry } from './onboarding.ts'
import type { NewService } from './service.ts'

/** A service of a trade as most businesses offer it; the owner adjusts it before it is saved. */
type ServiceTemplate = Pick<
  NewService,
  'name' | 'description' | 'estimated_minutes' | 'price_cents'
>

const offer = (
  name: string,
  estimated_minutes: number,
  dollars: number,
  description: string,
): ServiceTemplate => ({ name, description, estimated_minutes, price_cents: dollars * 100 })

/** What each trade usually offers, with prices to start from. */
export const serviceTemplates: Record<Industry, readonly ServiceTemplate[]> = {
  Lawncare: [
    offer('Mowing', 45, 50, 'We mow, trim around obstacles and blow the clippings off your walks.'),
    offer('Edging & trimming', 30, 35, 'We cut clean edges along beds, walks and driveways.'),
    offer('Fertilization', 30, 65, 'We feed the lawn for the season, matched to your grass.'),
    offer('Weed control', 30, 60, 'We treat weeds in the lawn and keep them from coming back.'),
    offer(
      'Aeration & overseeding',
      120,
      180,
      'We open the soil and sow fresh seed for a thicker lawn.',
    ),
    offer('Hedge trimming', 90, 120, 'We shape your hedges and take the cuttings away.'),
    offer('Mulching', 180, 250, 'We weed the beds and spread fresh mulch.'),
    offer('Leaf removal', 120, 150, 'We clear the leaves from lawn and beds and haul them away.'),
    offer(
      'Seasonal cleanup',
      180,
      220,
      'We get the yard ready for the season: beds, leaves and branches.',
    ),
  ],
  Cleaning: [
    offer('Standard', 120, 140, 'Kitchen, bathrooms, dusting and floors in every room.'),
    offer(
      'Deep',
      240,
      280,
      'A standard cleaning plus baseboards, inside the oven and behind furniture.',
    ),
    offer(
      'Move-in/out',
      300,
      350,
      'The empty home from top to bottom, with cabinets and appliances inside.',
    ),
    offer('Office', 120, 150, 'Desks, kitchen, restrooms, floors and trash.'),
    offer('Windows', 120, 160, 'Inside and outside, with sills and tracks.'),
    offer('Carpet', 120, 180, 'We clean carpets with hot water and treat the stains.'),
  ],
  'House Washing': [
    offer(
      'House soft wash',
      180,
      350,
      'We wash the siding gently, with a cleaner that kills algae.',
    ),
    offer('Driveway & walks', 120, 180, 'We pressure wash concrete and pavers.'),
    offer('Roof', 240, 500, 'We treat and rinse the roof without pressure.'),
    offer('Gutters', 90, 150, 'We clear gutters and downspouts and check that they drain.'),
    offer('Deck & fence', 180, 250, 'We wash wood or composite, ready for stain.'),
    offer('Windows', 120, 160, 'Outside glass, frames and sills.'),
  ],
  'Pest Control': [
    offer('General pest', 45, 95, 'Inside and outside treatment against common insects.'),
    offer('Mosquito', 30, 80, 'We treat the yard where mosquitoes rest and breed.'),
    offer('Termite inspection', 60, 125, 'We inspect the structure and report what we find.'),
    offer('Rodent', 60, 180, 'We find how they get in, set traps and seal the gaps.'),
    offer('Ants', 45, 110, 'We bait and treat the trails and nests.'),
    offer('Bed bugs', 180, 600, 'We treat the rooms and come back to check.'),
    offer('Wasps', 45, 140, 'We remove the nest and treat the spot.'),
  ],
  Other: [
    offer('Standard visit', 60, 90, 'Our usual visit. Tell us what you need done.'),
    offer('Hourly work', 60, 75, 'Work by the hour, for one person.'),
    offer('Consultation', 30, 0, 'We come by, look at the work and tell you what it takes.'),
  ],
}
