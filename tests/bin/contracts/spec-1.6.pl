#!/usr/bin/perl
# Contract 1.6 in Perl. The first word is a fault: meta_exit_code.
use strict;
use warnings;
use JSON::PP;

my ($fault, @words) = @ARGV;
my $json = JSON::PP->new->canonical;

sub say_it {
    my ($data, $error, $exit) = @_;
    my %meta = (duration_ms => 1, exit_code => $exit + ($fault eq 'meta_exit_code' && $exit ? 1 : 0));
    my $ok = $exit == 0 ? JSON::PP::true : JSON::PP::false;
    print $json->encode({ ok => $ok, data => $data, error => $error, warnings => [], meta => \%meta }), "\n";
    exit $exit;
}

sub refuse {
    my ($code, $message, $exit, %more) = @_;
    say_it(undef, { code => $code, message => $message, retryable => JSON::PP::false, %more }, $exit);
}

for (@words) {
    if ($_ eq '--help') { print STDERR "usage: vol COMMAND\n\ncommands:\n  list  Lists\n  show  Shows one\n"; exit 0 }
    if ($_ eq '--version') { print "vol 2.1.0\n"; exit 0 }
}
my ($odd) = grep { /^-/ } @words;
my %fix = (fix_required => 'see vol --help', phase => 'validation');
refuse('UNKNOWN_OPTION', "unknown option $odd", 2, %fix) if defined $odd;
my ($command, $id) = (@words, '', '');
say_it([{ id => 'v1' }], undef, 0) if $command eq 'list';
refuse('UNKNOWN_COMMAND', "unknown command $command", 2, %fix) if $command ne 'show';
refuse('VOLUME_NOT_FOUND', "there is no volume $id", 5, phase => 'execution') if $id ne 'v1';
say_it({ id => 'v1' }, undef, 0);
