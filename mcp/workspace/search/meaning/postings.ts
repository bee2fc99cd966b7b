/** In which pieces each term stands, and how often: all in a few lists of numbers, each term's places as a chain. */
import { Numbers } from './numbers';
import { TermTable } from './term-table';

const MOST_COUNTED = 0xffff;

export interface Posting {
  chunk: number;
  count: number;
}

export class Postings {
  private readonly terms = new TermTable();
  /** By term: the place of its last posting and one. */
  private readonly last = new Numbers();
  private readonly chunks = new Numbers();
  private readonly counts = new Numbers(2);
  /** By posting: the place of the one before it of the same term and one, or 0. */
  private readonly before = new Numbers();

  get bytes(): number {
    const { terms, last, chunks, counts, before } = this;
    return [terms, last, chunks, counts, before].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  add(term: string, posting: Posting): void {
    this.addTo(this.terms.numberOf(term), posting);
  }

  /** In the order in which they were added. */
  of(term: string): Posting[] {
    const number = this.terms.find(term);
    return number === undefined ? [] : this.ofNumber(number);
  }

  /** The same without what stands in pieces that are gone. @param renamed a piece's number then; undefined: it is gone */
  without(renamed: (chunk: number) => number | undefined): Postings {
    const left = new Postings();
    for (let term = 0; term < this.terms.length; term += 1) {
      const kept = this.ofNumber(term).flatMap(({ chunk, count }): Posting[] => {
        const now = renamed(chunk);
        return now === undefined ? [] : [{ chunk: now, count }];
      });
      if (kept.length === 0) continue;
      const number = this.terms.numberIn(left.terms, term);
      for (const posting of kept) left.addTo(number, posting);
    }
    return left;
  }

  private addTo(term: number, { chunk, count }: Posting): void {
    if (term === this.last.length) this.last.push(0);
    this.chunks.push(chunk);
    this.counts.push(Math.min(count, MOST_COUNTED));
    this.last.set(term, this.before.push(this.last.at(term)) + 1);
  }

  private ofNumber(term: number): Posting[] {
    const found: Posting[] = [];
    for (let place = this.last.at(term); place > 0; place = this.before.at(place - 1))
      found.push({ chunk: this.chunks.at(place - 1), count: this.counts.at(place - 1) });
    return found.reverse();
  }
}
