/** The tour of the card: an example that does nothing. */
export const TOUR = {
  'suggestion.invite': 'Invite {address} as a member',
  'empty.ask': 'Ask something',
  'tour.title': 'The card on which Amber asks',
  'tour.of': 'Step {step} of 3',
  'tour.next': 'Next',
  'tour.back': 'Back',
  'tour.skip': 'Skip',
  'tour.finish': 'Got it',
  'tour.example': 'Example',
  'tour.picture':
    'Picture of a card that asks whether a customer of an invented company is to be deleted. It is an example and does nothing.',
  'tour.example.title': 'Delete customer',
  'tour.example.customer': 'Customer',
  'tour.example.name': 'Example & Sons',
  'tour.example.orders': 'Orders',
  'tour.example.two': '2, open: 4,680.00 EUR',
  'tour.example.why': 'Deletes something',
  'tour.example.value': 'customerId: …',
  'tour.what.heading': 'What is affected',
  'tour.what.words':
    'Whatever can destroy something, such as deleting, does not run by itself. A yellow card says by name and amount what would go, as things stand at this moment.',
  'tour.values.heading': 'With exactly these values',
  'tour.values.words':
    'Below is exactly what would be sent, to the letter, and why you are asked. If any of it changes in the meantime, a new card takes the place of this one.',
  'tour.decide.heading': 'You decide',
  'tour.decide.words':
    'Confirm carries out exactly this, once. Cancel leaves everything as it is. If you do neither, the card expires and nothing happens.',
} as const;
