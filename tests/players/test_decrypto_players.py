"""The players on vectors, in a small world of themes."""

import random

import numpy as np
import pytest

from cluebot.errors import Forfeit, InputError
from cluebot.games.decrypto import (
    ALL_CODES,
    DecodeGuess,
    DecryptoView,
    InterceptGuess,
    KeywordGuess,
)
from cluebot.players.base import PLAYERS, Budget, Context
from cluebot.players.decrypto import candidates, rivals
from cluebot.players.decrypto.baseline import Comparison
from cluebot.players.decrypto.candidates import pools
from cluebot.players.decrypto.decoder import decode
from cluebot.players.decrypto.encoder import SAFETY, Encoder
from cluebot.players.decrypto.explain import explanations
from cluebot.players.decrypto.interceptor import beliefs, guess_keywords, intercept
from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.kinds import Rivals
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.rivals import Suspicion, suspects
from cluebot.players.decrypto.survey import TIE, Survey
from cluebot.players.decrypto.teammates import joint_reading, readings
from embeddings.cache import Cache
from embeddings.errors import CacheError, UnknownWord
from tests.players.decrypto_world import (
    KEYWORDS,
    THEMES,
    VOCABULARY,
    ToyBlend,
    ToySource,
    clue,
    entry,
    plainly,
    transmissions,
)


@pytest.fixture(scope="module")
def meanings():
    return Meanings(ToyBlend())


@pytest.fixture(scope="module")
def model(meanings):
    return KeywordModel(meanings, THEMES)


@pytest.fixture(scope="module")
def seat():
    return PLAYERS["decrypto", "agent"].load("embedding")(context(bank=THEMES))


def context(**options):
    return Context("en", lambda _: ToyBlend(), options=options)


class TestMeanings:
    def test_standard_units(self, meanings):
        table = meanings.similarities(VOCABULARY[::5], VOCABULARY[1::7])
        assert meanings.spaces == ("one", "two", "blend")
        assert np.allclose(table.mean(axis=(1, 2)), 0, atol=0.15)
        assert np.allclose(table.std(axis=(1, 2)), 1, atol=0.15)

    def test_calibration_of_the_blend_does_not_matter(self, meanings):
        class Louder(ToyBlend):
            def similarities(self, clues, words):
                return 7 * super().similarities(clues, words) + 3

        louder = Meanings(Louder())
        ours, theirs = (m.similarities(VOCABULARY[:9], THEMES) for m in (meanings, louder))
        assert np.allclose(ours, theirs, atol=1e-3)

    def test_ceilings_lie_among_the_highest(self, meanings):
        table = meanings.similarities(VOCABULARY[::5], VOCABULARY[1::7])
        assert (meanings.ceilings > np.quantile(table, 0.95, axis=(1, 2))).all()


class TestDecoder:
    @pytest.mark.parametrize("code", ALL_CODES[::5])
    def test_reads_plain_clues(self, meanings, code):
        result = decode(meanings, KEYWORDS, plainly(code))
        assert result.code == code
        assert result.probabilities.sum() == pytest.approx(1, abs=1e-5)
        assert np.allclose(result.slots.sum(axis=1), 1, atol=1e-5)

    def test_used_codes_are_excluded_only_when_codes_cannot_come_twice(self, meanings):
        code = (3, 1, 4)
        history = (entry(code, *plainly(code, 5)),)
        again = decode(meanings, KEYWORDS, plainly(code), history)
        assert again.code == code
        other = decode(meanings, KEYWORDS, plainly(code), history, repeat_codes=False)
        assert other.code != code
        assert other.probabilities[ALL_CODES.index(code)] == 0

    def test_likeness_to_earlier_clues_speaks_for_their_slot(self, meanings):
        clues = plainly((1, 2, 3))
        stranger = clue("jewel", 3)
        history = (entry((4, 1, 2), clue("jewel", 4), clue("animal", 2), clue("boat", 2)),)
        before = decode(meanings, KEYWORDS, (stranger, *clues[:2]))
        after = decode(meanings, KEYWORDS, (stranger, *clues[:2]), history)
        assert after.slots[0, 3] > before.slots[0, 3]

    def test_learns_in_which_space_the_encoder_thinks(self, meanings):
        # Clues that the first space reads right and the second one wrong.
        table = meanings.similarities(None, KEYWORDS)
        first = table[0].argmax(axis=1)
        odd = [i for i in range(len(VOCABULARY)) if first[i] != table[1, i].argmax()]
        by_slot = [[VOCABULARY[i] for i in odd if first[i] == slot] for slot in range(4)]
        assert min(map(len, by_slot)) >= 6
        history = tuple(
            entry(code, *(by_slot[slot - 1][n] for slot in code))
            for n, code in enumerate(ALL_CODES[:5])
        )
        code = ALL_CODES[7]
        clues = tuple(by_slot[slot - 1][5] for slot in code)
        chance = ALL_CODES.index(code)
        before = decode(meanings, KEYWORDS, clues).probabilities[chance]
        assert decode(meanings, KEYWORDS, clues, history).probabilities[chance] > before

    def test_unknown_clue_is_named(self, meanings):
        with pytest.raises(UnknownWord, match="qqq"):
            decode(meanings, KEYWORDS, ("qqq", clue("boat", 1), clue("cloud", 1)))


class TestInterceptor:
    def test_knows_nothing_in_the_first_round(self, model):
        result = intercept(model, plainly((1, 2, 3)))
        assert result.probabilities == pytest.approx(np.full(24, 1 / 24), abs=1e-4)

    def test_learns_from_history(self, model):
        history = transmissions(5)
        code = (4, 2, 1)
        result = intercept(model, plainly(code), history)
        assert result.code == code
        assert result.probabilities.sum() == pytest.approx(1, abs=1e-5)

    def test_names_the_keywords(self, model):
        result = intercept(model, plainly((4, 2, 1)), transmissions(6))
        assert [row[0][0] for row in result.keywords] == list(KEYWORDS)
        for row in result.keywords:
            assert len(row) == 5
            assert [p for _, p in row] == sorted((p for _, p in row), reverse=True)
        assert guess_keywords(model, transmissions(6)) == KEYWORDS

    def test_guesses_are_different_words_even_without_history(self, model):
        assert len(set(guess_keywords(model, ()))) == 4

    def test_a_clue_is_never_its_own_keyword(self, model):
        known = beliefs(model, (entry((1, 2, 3), "house", clue("boat", 1), clue("cloud", 1)),))
        assert known.marginal[0, THEMES.index("house")] < 1 / len(THEMES)

    def test_used_codes_are_excluded_only_when_codes_cannot_come_twice(self, model):
        history = transmissions(4)
        code = history[2].code
        place = ALL_CODES.index(code)
        assert intercept(model, plainly(code), history).code == code
        result = intercept(model, plainly(code), history, repeat_codes=False)
        assert result.probabilities[place] == 0

    def test_normalisers_are_kept(self, meanings, tmp_path):
        cold = KeywordModel(meanings, THEMES, Cache(tmp_path)).normalisers
        stored = KeywordModel(meanings, THEMES, Cache(tmp_path))
        stored._normalise = None
        assert np.array_equal(cold, stored.normalisers)

    def test_likeness_to_earlier_clues_speaks_where_the_keyword_is_not_suspected(self, meanings):
        others = KeywordModel(meanings, [t for t in THEMES if t not in KEYWORDS])
        code = (4, 2, 1)
        assert intercept(others, plainly(code), transmissions(4)).code == code

    def test_spaces_that_would_have_told_the_codes_are_trusted(self, meanings, model):
        table = meanings.similarities(None, KEYWORDS)
        first = table[0].argmax(axis=1)
        odd = [i for i in range(len(VOCABULARY)) if first[i] != table[1, i].argmax()]
        by_slot = [[VOCABULARY[i] for i in odd if first[i] == slot] for slot in range(4)]
        history = tuple(
            entry(code, *(by_slot[slot - 1][n] for slot in code))
            for n, code in enumerate(ALL_CODES[:6])
        )
        assert np.allclose(beliefs(model, ()).weights, 1 / 3)
        one, two, _ = beliefs(model, history).weights
        assert one > 2 * two

    def test_order_of_questions_does_not_matter(self, meanings):
        asked = KeywordModel(meanings, THEMES)
        history = transmissions(4)
        for rounds in range(4):
            intercept(asked, plainly((1, 2, 4)), history[:rounds])
        fresh = intercept(KeywordModel(meanings, THEMES), plainly((4, 3, 1)), history)
        again = intercept(asked, plainly((4, 3, 1)), history)
        assert np.allclose(fresh.probabilities, again.probabilities, atol=1e-5)


class TestEncoder:
    @pytest.fixture
    def encode(self, meanings, model):
        def ask(history=(), code=(2, 4, 1), legal=lambda _: True, safety=SAFETY, **options):
            return Encoder(meanings, model, safety=safety).encode(
                KEYWORDS, code, history, legal, **options
            )

        return ask

    @pytest.mark.parametrize("code", ALL_CODES[::7])
    def test_the_team_reads_it(self, encode, meanings, code):
        result = encode(code=code, safety=0)
        assert decode(meanings, KEYWORDS, result.clues).code == code
        assert len(set(result.clues)) == 3

    def test_never_gives_what_is_not_legal(self, encode):
        first = encode()
        barred = {word for text in first.clues for word in text.split()}
        second = encode(legal=lambda text: barred.isdisjoint(text.split()))
        assert all(barred.isdisjoint(text.split()) for text in second.clues)

    def test_forfeits_when_nothing_is_legal(self, encode):
        with pytest.raises(Forfeit):
            encode(legal=lambda _: False)

    def test_checks_few_clues(self, encode):
        asked = []
        encode(legal=lambda text: bool(asked.append(text)) or True)
        assert len(asked) == 3

    def test_safety_trades_reading_for_secrecy(self, encode):
        history = transmissions(4)
        plain, careful = encode(history, safety=0.0), encode(history, safety=3.0)
        assert careful.p_intercept < plain.p_intercept
        assert careful.p_decode < plain.p_decode

    def test_nothing_is_charged_for_what_cannot_be_intercepted(self, encode):
        assert encode(interception=False).p_intercept == 0

    def test_explains_in_both_languages(self, encode):
        result = encode(transmissions(2))
        told = explanations(result, KEYWORDS, (2, 4, 1))
        assert len(told) == 3
        for text, given, slot in zip(told, result.clues, (2, 4, 1), strict=True):
            for shown in (text.en, text.zh):
                assert given in shown
                assert KEYWORDS[slot - 1] in shown
        assert told[0].en != told[0].zh

    def test_the_same_question_has_the_same_answer(self, encode):
        assert encode(transmissions(3)).clues == encode(transmissions(3)).clues

    def test_who_compares_clues_is_led_astray(self, meanings, model):
        comparison = Comparison(ToySource(meanings.blend))
        history, code = transmissions(4), (2, 4, 1)

        def ask(comparison):
            encoder = Encoder(meanings, model, comparison, safety=1.0)
            return encoder.encode(KEYWORDS, code, history, lambda _: True).clues

        def found(clues):
            sums = comparison.rows(clues) @ comparison.means(history).T
            return max(ALL_CODES, key=lambda c: sum(sums[i, slot - 1] for i, slot in enumerate(c)))

        assert found(plainly(code)) == code
        assert found(ask(comparison)) != code


def pooled(model):
    return pools(model, Survey(model).of(KEYWORDS))


class TestSurvey:
    def test_what_was_kept_is_what_is_found_anew(self, meanings, model, tmp_path):
        listed = (*KEYWORDS, "qqq")
        Survey(model, listed, Cache(tmp_path)).of(KEYWORDS)
        stored = Survey(model, listed, Cache(tmp_path))
        stored._look_up = None
        for kept, fresh in zip(stored.of(KEYWORDS), Survey(model).of(KEYWORDS), strict=True):
            assert kept.near.tolist() == fresh.near.tolist()
            assert np.allclose(kept.normalisers, fresh.normalisers)
            assert np.allclose(kept.blocks, fresh.blocks, atol=1e-2)

    def test_what_is_not_listed_is_looked_up(self, model, tmp_path):
        survey = Survey(model, KEYWORDS[:2], Cache(tmp_path))
        assert [len(around.near) > 0 for around in survey.of(KEYWORDS)] == [True] * 4
        with pytest.raises(UnknownWord, match="qqq"):
            survey.of(("qqq",))


class TestPools:
    def test_all_spaces_see_the_tie(self, meanings, model):
        table = meanings.similarities(None, KEYWORDS)
        found = pooled(model)
        place = {word: i for i, word in enumerate(VOCABULARY)}
        for slot, pool in enumerate(found):
            ties = table[:2, [place[word] for word in pool.words], slot].min(axis=0)
            firm = (ties >= TIE).tolist()
            assert firm == sorted(firm, reverse=True)
            assert firm[0]

    def test_half_are_the_best_and_half_lie_all_over_the_others(self, model, monkeypatch):
        every = pooled(model)
        monkeypatch.setattr(candidates, "POOL", 8)
        monkeypatch.setattr(candidates, "_BEST", 4)
        for whole, few in zip(every, pooled(model), strict=True):
            count = len(whole.words)
            assert count > 12
            ranks = [whole.words.index(word) for word in few.words]
            assert ranks[:5] == [0, 1, 2, 3, 4]
            gaps = np.diff([*ranks[4:], count])
            assert gaps.max() - gaps.min() <= 1

    def test_only_words_that_all_spaces_know(self):
        class Gappy(ToyBlend):
            known = np.ones((2, len(VOCABULARY)), dtype=np.bool_)

        Gappy.known[1, ::2] = False
        gappy = Meanings(Gappy())
        found = pooled(KeywordModel(gappy, THEMES))
        assert {word for pool in found for word in pool.words} <= set(VOCABULARY[1::2])


class TestSuspects:
    def test_all_are_reckoned_with_and_the_true_keywords_come_last(self, meanings, model):
        like = meanings.similarities(KEYWORDS, THEMES)[-1]
        found = suspects(model, KEYWORDS, like)
        assert {THEMES[i] for i in found.ids} == set(THEMES) - set(KEYWORDS)
        assert found.prior == pytest.approx(np.full(len(THEMES), 1 / len(THEMES)))

    def test_a_sample_stands_for_the_rest(self, meanings, monkeypatch):
        monkeypatch.setattr(rivals, "LIKELY", 2)
        monkeypatch.setattr(rivals, "OTHERS", 10)
        model = KeywordModel(meanings, (*THEMES, *VOCABULARY[::3]))
        like = meanings.similarities(KEYWORDS, model.keywords)[-1]
        found = suspects(model, KEYWORDS, like)
        assert len(found.ids) < len(model.keywords) - 4
        shares = found.prior / found.prior[-1]
        assert shares.sum() == pytest.approx(len(model.keywords), rel=1e-4)
        assert set(shares[-4:]) == {1}


class TestTeammates:
    def test_what_several_spaces_see_counts_more_than_what_one_sees(self):
        alone = np.array([[9.0, 0, 0, 0]]), np.array([[0.0, 0, 0, 0]])
        both = np.array([[4.0, 0, 0, 0]]), np.array([[4.0, 0, 0, 0]])
        leads = []
        for first, second in (alone, both):
            both_spaces = np.stack([first, second, (first + second) / 2]).astype(np.float32)
            scores = joint_reading(both_spaces)
            leads.append(scores[0, 0] - scores[0, 1])
        assert 0 < leads[0] < leads[1]

    def test_one_space_is_read_as_it_is(self):
        scores = joint_reading(np.array([[[1.0, 2, 3, 4]]], dtype=np.float32))
        assert scores.shape == (1, 4)
        assert (np.diff(scores[0]) > 0).all()

    def test_the_joint_reading_comes_first_then_every_space(self):
        blocks = np.random.default_rng(0).normal(size=(2, 5, 4))
        table = np.stack([*blocks, blocks.mean(axis=0)]).astype(np.float32)
        found = readings(table)
        assert found.shape == (3, 5, 4)
        assert np.allclose(found[0], joint_reading(table))
        for reading, block in zip(found[1:], blocks, strict=True):
            assert (reading.argsort(axis=1) == block.argsort(axis=1)).all()


class TestRivals:
    """Which interceptor is at the table."""

    @pytest.fixture
    def comparison(self, meanings):
        return Comparison(ToySource(meanings.blend))

    @pytest.fixture
    def rivals_of(self, model):
        def make(comparison):
            ratios = model.ratios(VOCABULARY[:4])
            return Rivals(comparison, Suspicion(model, VOCABULARY[:4], ratios), VOCABULARY[:4])

        return make

    @staticmethod
    def guessed(history, guess):
        """Return a history with what an interceptor would have guessed at each turn but the first.

        In the first turn there is nothing to go by.
        """
        heard = history[:1]
        for past in history[1:]:
            heard = (*heard, past.model_copy(update={"intercept": guess(past.clues, heard)}))
        return heard

    @staticmethod
    def misleading(count):
        """Return transmissions whose clues often resemble another slot's in the first space."""
        rng = random.Random(4)
        words = rng.sample(VOCABULARY, 3 * count)
        return tuple(entry(ALL_CODES[i], *words[3 * i : 3 * i + 3]) for i in range(count))

    def test_both_are_as_likely_before_any_guess(self, rivals_of, comparison):
        for history in ((), transmissions(3)):
            weights = rivals_of(comparison).weights(history, repeat_codes=True)
            assert np.isclose(weights[0], 0.5)
            assert np.isclose(weights.sum(), 1, atol=1e-5)

    def test_who_compares_is_found_out(self, rivals_of, comparison):
        def guess(clues, heard):
            sums = comparison.rows(clues) @ comparison.means(heard).T
            return max(ALL_CODES, key=lambda c: sum(sums[i, slot - 1] for i, slot in enumerate(c)))

        history = self.guessed(self.misleading(6), guess)
        assert rivals_of(comparison).weights(history, repeat_codes=True)[0] > 0.9

    def test_who_suspects_is_found_out(self, rivals_of, comparison, model):
        history = self.guessed(
            self.misleading(6), lambda clues, heard: intercept(model, clues, heard).code
        )
        weights = rivals_of(comparison).weights(history, repeat_codes=True)
        assert weights[0] < 0.1
        assert np.isclose(weights.sum(), 1, atol=1e-5)

    def test_a_stray_guess_decides_nothing(self, rivals_of, comparison):
        history = self.guessed(transmissions(2), lambda *_: ALL_CODES[13])
        assert 0.05 < rivals_of(comparison).weights(history, repeat_codes=True)[0] < 0.95

    def test_who_cannot_compare_suspects(self, rivals_of):
        assert rivals_of(None).weights(transmissions(3), repeat_codes=True)[0] == 0


class TestSeat:
    def test_every_task(self, seat):
        rng, history = random.Random(0), transmissions(4)
        view = DecryptoView(
            language="en", task="encode", keywords=KEYWORDS, code=(3, 1, 2), history=history
        )
        decision = seat.act(view, rng, Budget())
        view.check(decision.move)
        assert 0 < decision.notes["p_decode"] <= 1
        assert 0 <= decision.notes["p_intercept"] <= 1
        assert len(decision.notes["explanations"]) == 3
        clues = plainly((3, 1, 2))
        view = DecryptoView(language="en", task="decode", keywords=KEYWORDS, clues=clues)
        decision = seat.act(view, rng, Budget())
        assert decision.move == DecodeGuess(code=(3, 1, 2))
        assert len(decision.notes["probabilities"]) == 24
        view = DecryptoView(language="en", task="intercept", clues=clues, opponent_history=history)
        decision = seat.act(view, rng, Budget())
        assert decision.move == InterceptGuess(code=(3, 1, 2))
        assert [row[0]["word"] for row in decision.notes["keywords"]] == list(KEYWORDS)
        view = DecryptoView(language="en", task="guess_keywords", opponent_history=history)
        assert seat.act(view, rng, Budget()).move == KeywordGuess(words=KEYWORDS)

    def test_a_cache_that_cannot_be_used_is_no_forfeit(self, monkeypatch):
        seat = PLAYERS["decrypto", "agent"].load("embedding")(context())
        problem = CacheError(en="the disk is full", zh="磁盘已满")

        def fail(*_):
            raise problem

        monkeypatch.setattr(Cache, "fetch", fail)
        view = DecryptoView(language="en", task="encode", keywords=KEYWORDS, code=(3, 1, 2))
        with pytest.raises(CacheError, match="full"):
            seat.act(view, random.Random(0), Budget())

    def test_forfeits_when_nothing_is_asked_or_readable(self, seat):
        with pytest.raises(Forfeit):
            seat.act(DecryptoView(language="en"), random.Random(0), Budget())
        view = DecryptoView(
            language="en", task="decode", keywords=KEYWORDS, clues=("qqq", "www", "zzz")
        )
        with pytest.raises(Forfeit, match="qqq"):
            seat.act(view, random.Random(0), Budget())

    @pytest.mark.parametrize("role", ["agent", "encoder", "decoder", "interceptor"])
    @pytest.mark.parametrize("name", ["embedding", "baseline"])
    def test_named_for_every_role(self, role, name):
        assert name in PLAYERS["decrypto", role]

    @pytest.mark.parametrize("safety", [-1, 1000, "high", True])
    def test_refuses_a_strange_safety(self, safety):
        with pytest.raises(InputError, match="safety"):
            PLAYERS["decrypto", "encoder"].load("embedding")(context(safety=safety))

    def test_refuses_a_bank_too_small_or_a_string(self):
        make = PLAYERS["decrypto", "interceptor"].load("embedding")
        for bank in (("a", "b", "c", "c"), "abcdefg", 4):
            with pytest.raises(InputError, match="bank"):
                make(context(bank=bank))
