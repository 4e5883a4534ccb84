import { describe, expect, it } from 'vitest';
import { openCheckpoint, signCheckpoint } from './checkpoint.ts';
import { EMPTY_ROOT, leafHash } from './merkle.ts';
import { NotSigned, openNote, publicKeyText, readPublicKey, signerOf, signNote } from './note.ts';

const signer = signerOf('shop.example/history', 'a secret of thirty-two characters');
const verifier = readPublicKey(publicKeyText(signer));
const checkpoint = { origin: 'shop.example/history', size: 300, root: leafHash('x') };

describe('signed notes', () => {
  it('opens a note of C2SP (the example of its specification)', () => {
    const key = readPublicKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
    const note =
      'If you think cryptography is the answer to your problem,\n' +
      "then you don't know what your problem is.\n" +
      '\n' +
      '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
    expect(openNote(note, key)).toContain('cryptography is the answer');
  });

  it('opens what the key signed, and a public key survives its text form', () => {
    expect(publicKeyText(verifier)).toBe(publicKeyText(signer));
    expect(openNote(signNote('one\ntwo\n', signer), verifier)).toBe('one\ntwo\n');
    expect(publicKeyText(signerOf('shop.example/history', 'a secret of thirty-two characters'))).toBe(publicKeyText(signer));
  });

  it('refuses a changed text, a foreign key, a key of another name, and what is no note', () => {
    const note = signNote('one\n', signer);
    expect(() => openNote(note.replace('one', 'two'), verifier)).toThrow(NotSigned);
    expect(() => openNote(note, signerOf('shop.example/history', 'another secret of thirty-two chars'))).toThrow(NotSigned);
    expect(() => openNote(note, signerOf('shop.example/other', 'a secret of thirty-two characters'))).toThrow(NotSigned);
    for (const text of ['', 'one\n', note.trimEnd(), note.replace('— ', '- '), note.replace('— ', 'no signature\n— ')])
      expect(() => openNote(text, verifier)).toThrow(NotSigned);
  });

  it('ignores signatures of others, such as witnesses', () => {
    const own = signNote('one\n', signer);
    const witness = signNote('one\n', signerOf('witness.example', 'another secret of thirty-two chars'));
    const note = own + witness.slice('one\n\n'.length);
    expect(openNote(note, verifier)).toBe('one\n');
  });

  it('refuses a public key whose id is not its own', () => {
    expect(() => readPublicKey(publicKeyText(signer).replace(/\+[0-9a-f]{8}\+/, '+00000000+'))).toThrow(TypeError);
    expect(() => readPublicKey('nordhaut')).toThrow(TypeError);
  });
});

describe('checkpoints', () => {
  it('has the lines of C2SP: origin, size, root, signature', () => {
    const [origin, size, root, empty, signature, end] = signCheckpoint(checkpoint, signer).split('\n');
    expect([origin, size, root, empty, end]).toEqual(['shop.example/history', '300', checkpoint.root.toString('base64'), '', '']);
    expect(signature).toMatch(/^— shop\.example\/history [A-Za-z0-9+/]{90,91}=?$/);
    expect(openCheckpoint(signCheckpoint(checkpoint, signer), verifier)).toEqual(checkpoint);
  });

  it('reads further signed lines, and refuses a signed text that is no checkpoint', () => {
    const extended = signNote(`a\n0\n${EMPTY_ROOT.toString('base64')}\nmore\n`, signer);
    expect(openCheckpoint(extended, verifier)).toEqual({ origin: 'a', size: 0, root: EMPTY_ROOT });
    for (const text of ['a\n01\nAAAA\n', `a\n-1\n${EMPTY_ROOT.toString('base64')}\n`, 'a\n'])
      expect(() => openCheckpoint(signNote(text, signer), verifier)).toThrow(NotSigned);
  });
});
