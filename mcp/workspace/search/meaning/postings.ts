/**
 * Which pieces each term occurs in, and how often: all in a few lists of numbers, with the postings of a term as a
 * linked list.
 */
import { Numbers } from './numbers';
import { TermTable } from './term-table';

const MOST_COUNTED = 0xffff;

export interface Posting {
  chunk: number;
  count: number;
}

export class Postings {
  private readonly terms = new TermTable();
  /** By term: the position of its last posting plus one. */
  private readonly last = new Numbers();
  private readonly chunks = new Numbers();
  private readonly counts = new Numbers(2);
  /** By posting: the position of the same term's previous posting plus one, or 0. */
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

  /**
   * The same without removed pieces.
   * @param renamed a piece's new number; undefined if it was removed
   */
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
