/** Hands mails to the mail library. One call is one mail: the library is told not to try again by itself. */
export class Transport {
  #deliver;
  #sent = [];

  /** `deliver` is the mail library's function; the repro gives one that does nothing. */
  constructor(deliver) {
    this.#deliver = deliver;
  }

  send(notice, worker) {
    this.#deliver({ to: notice.to, subject: `Your parcel ${notice.id} is here`, retries: 0 });
    this.#sent.push({ id: notice.id, worker });
  }

  /** How often this notice was mailed. */
  countOf(id) {
    return this.#sent.filter((mail) => mail.id === id).length;
  }
}
