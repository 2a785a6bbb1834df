/** The level of a part's heading: under a card's name, or a part of its own on a page. */
export type Heading = { heading?: 'h2' | 'h4' }
